import { createStandardKernel } from '@plinth/service'
import { openDatabase } from '../support/bare-database.js'
import type { Figure } from '../support/figure.js'
import { median } from '../support/median.js'
import { populate } from '../support/population.js'
import { type Measurement, measureEach } from '../support/results.js'
import type { Workplace } from '../support/workplace.js'

export interface SweepsOptions extends Measurement {
  /** Rows that are over, of each kind. */
  readonly records: number
}

/** Longest time in ms for which a step may hold what it has locked. */
const GOAL = 50
/** Rows a step, as the sweeper asks for. */
const ROWS_PER_STEP = 500
/** Events of the audit trail: each is sealed first. */
const EVENTS = 5_000
const DAY = 86_400_000
/** How long events are kept, in ms. */
const RETENTION = 365 * DAY
const SECRETS = {
  secretKey: 'a key for measurements only, of 32 bytes or more',
  sudoPassword: 'a password for measurements 1',
}

/** The services that sweep: nobody else is meant to ask them. */
interface Swept {
  readonly sessionStore: { deleteEnded(ended: object, most: number): Promise<number> }
  readonly loginFailureStore: { deleteOld(times: object, most: number): Promise<number> }
  readonly rateLimitStore: { deleteBefore(minute: number, most: number): Promise<number> }
  readonly chain: { seal(): Promise<boolean>; deleteOlderThan(age: number): Promise<number> }
}

/** What is swept, a step at a time; each returns how many rows it has deleted. */
const sweeps: Readonly<Record<string, (services: Swept) => Promise<number>>> = {
  'ended sessions': ({ sessionStore }) => {
    const now = Date.now()
    return sessionStore.deleteEnded({ createdBefore: now, createdAfter: now + DAY, usedBefore: now }, ROWS_PER_STEP)
  },
  'old failures to log in': ({ loginFailureStore }) =>
    loginFailureStore.deleteOld({ failedBefore: Date.now(), lockedBefore: Date.now() }, ROWS_PER_STEP),
  'minutes of addresses': ({ rateLimitStore }) => rateLimitStore.deleteBefore(Date.now(), ROWS_PER_STEP),
  'old events of the audit trail': ({ chain }) => chain.deleteOlderThan(RETENTION),
}

/** How long each step of a sweep takes, and so holds its locks, when much is over. */
export async function measureSweeps(workplace: Workplace, options: SweepsOptions): Promise<void> {
  await measureEach(workplace, 'Sweeps', options, (database) =>
    workplace.withDatabase(database, async ({ url, folder }) => {
      const settings = { databaseUrl: url, dataDir: folder, ...SECRETS }
      const first = createStandardKernel({ settings })
      await first.start() // makes the roles
      await first.stop()
      await fill(url, options.records)
      const kernel = createStandardKernel({ settings })
      await kernel.start()
      const services = kernel.services as unknown as Swept
      try {
        while (await services.chain.seal());
        const figures: Figure[] = []
        for (const [what, step] of Object.entries(sweeps))
          figures.push(figureOf(database, what, await timesOf(() => step(services))))
        return figures
      } finally {
        await kernel.stop()
      }
    }),
  )
}

/** In ms, of all steps until nothing is left. */
async function timesOf(step: () => Promise<number>): Promise<number[]> {
  const times: number[] = []
  for (let deleted = 1; deleted > 0; ) {
    const start = performance.now()
    deleted = await step()
    times.push(performance.now() - start)
  }
  return times
}

function figureOf(database: string, what: string, times: readonly number[]): Figure {
  const note = `${times.length} steps, median ${median([...times]).toFixed(1)} ms`
  return { database, what: `longest step through ${what}`, value: Math.max(...times), unit: 'ms', goal: GOAL, note }
}

async function fill(url: string, records: number): Promise<void> {
  await populate(url, records, 'no hash')
  const database = await openDatabase(url)
  const numbers = JSON.stringify(Array.from({ length: records }, (_, number) => [`${number}`]))
  await database.run('UPDATE plinth_sessions SET created_at = 1, last_used_at = 1')
  await database.run(
    `INSERT INTO plinth_login_failures (account, failures, locked_until, failed_at) SELECT value ->> 0, 1, 0, 1 FROM ${database.each}`,
    [numbers],
  )
  await database.run(
    `INSERT INTO plinth_rate_limits (address, minute, attempts) SELECT value ->> 0, 1, 1 FROM ${database.each}`,
    [numbers],
  )
  await database.run(
    `INSERT INTO plinth_audit_events (happened_at, event, result, actor_kind, details)
     SELECT 1, 'login', 'done', 'user', '{}' FROM ${database.each}`,
    [JSON.stringify(Array.from({ length: EVENTS }, (_, number) => [`${number}`]))],
  )
  await database.run(
    `INSERT INTO plinth_audit_events (happened_at, event, result, actor_kind, details)
     VALUES (${Date.now() - 10 * DAY}, 'login', 'done', 'user', '{}')`, // confirms the clock
  )
  await database.run('ANALYZE')
  await database.close()
}
