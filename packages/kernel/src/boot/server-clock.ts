import type { CorrectedClock } from '../storage/clock.js'
import type { Database } from '../storage/database.js'

/** How often in ms the offset to the server's clock is measured anew. */
const INTERVAL = 60_000

/** Follows the clock of the database server, where there is one, until `stop`. */
export async function followServerClock(clock: CorrectedClock, database: Database): Promise<() => void> {
  const ask = () => database.read((knex) => database.dialect.serverTime(knex))
  if ((await ask()) === undefined) return () => {}

  const correct = () => clock.correctBy(async () => (await ask()) ?? Date.now())
  await correct()
  // A server that does not answer now is asked again; until then the last offset holds.
  const timer = setInterval(() => void correct().catch(() => {}), INTERVAL)
  timer.unref()
  return () => clearInterval(timer)
}
