import type { CorrectedClock } from '../storage/clock.js'
import type { Database } from '../storage/database.js'
import { Poll } from '../tools/poll.js'

/** Time in ms between two measurements of the offset to the server's clock. */
const MEASURE_INTERVAL_MS = 60_000

/**
 * Synchronises a clock with that of the database server, if there is a server. Returns a function that stops the
 * synchronisation.
 */
export async function followServerClock(clock: CorrectedClock, database: Database): Promise<() => void> {
  const readServerTime = () => database.read((knex) => database.dialect.serverTime(knex))
  if ((await readServerTime()) === undefined) return () => {}

  const correct = () => clock.correctBy(async () => (await readServerTime()) ?? Date.now())
  await correct()
  // If a measurement fails, the previous offset applies until the next measurement.
  const poll = new Poll(database)
  const timer = setInterval(() => void poll.run(correct).catch(() => {}), MEASURE_INTERVAL_MS)
  timer.unref()
  return () => clearInterval(timer)
}
