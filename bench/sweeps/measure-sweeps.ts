import { createStandardKernel } from '@plinth/service'
import { openDatabase } from '../support/bare-database.js'
import type { Figure } from '../support/figure.js'
import { median } from '../support/median.js'
import { populate } from '../support/population.js'
import { type Measurement, measureEach } from '../support/results.js'
import type { Sandbox } from '../support/sandbox.js'

export interface SweepsOptions extends Measurement {
  /** Expired rows in each table. */
  readonly records: number
}

/** How long a step may hold its locks. */
const MAX_STEP_MS = 50
/** Rows per step, as in the service. */
const ROWS_PER_STEP = 500
/** Events of the audit trail; fewer, because each must be sealed first. */
const EVENTS = 5_000
const DAY_MS = 86_400_000
const RETENTION_MS = 365 * DAY_MS
const SECRETS = {
  secretKey: 'a key for measurements only, of 32 bytes or more',
  sudoPassword: 'a password for measurements 1',
}

/** Internal services that delete expired rows. */
interface Sweepers {
  readonly sessionStore: { deleteEnded(ended: object, most: number): Promise<number> }
  readonly loginFailureStore: { deleteOld(times: object, most: number): Promise<number> }
  readonly rateLimitStore: { deleteBefore(minute: number, most: number): Promise<number> }
  readonly chain: { seal(): Promise<boolean>; deleteOlderThan(age: number): Promise<number> }
}

/** The sweeps. Each call executes one step, and returns the number of deleted rows. */
const sweeps: Readonly<Record<string, (services: Sweepers) => Promise<number>>> = {
  'ended sessions': ({ sessionStore }) => {
    const now = Date.now()
    return sessionStore.deleteEnded(
      { oldestCreation: now, latestCreation: now + DAY_MS, oldestUse: now, now },
      ROWS_PER_STEP,
    )
  },
  'old failures to log in': ({ loginFailureStore }) =>
    loginFailureStore.deleteOld({ failedBefore: Date.now(), lockedBefore: Date.now() }, ROWS_PER_STEP),
  'minutes of addresses': ({ rateLimitStore }) => rateLimitStore.deleteBefore(Date.now(), ROWS_PER_STEP),
  'old events of the audit trail': ({ chain }) => chain.deleteOlderThan(RETENTION_MS),
}

/** Measures how long each step of a sweep takes, and thus holds its locks, if many rows have expired. */
export async function measureSweeps(sandbox: Sandbox, options: SweepsOptions): Promise<void> {
  await measureEach(sandbox, 'Sweeps', options, (database) =>
    sandbox.withDatabase(database, async ({ url, folder }) => {
      const settings = { databaseUrl: url, dataDir: folder, ...SECRETS }
      const first = createStandardKernel({ settings })
      await first.start() // creates the roles
      await first.stop()
      await fill(url, options.records)
      const kernel = createStandardKernel({ settings })
      await kernel.start()
      const services = kernel.services as unknown as Sweepers
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

/** Repeats a step until there is nothing left to delete. Returns the duration of each step in ms. */
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
  return {
    database,
    what: `longest step through ${what}`,
    value: Math.max(...times),
    unit: 'ms',
    max: MAX_STEP_MS,
    note,
  }
}

async function fill(url: string, records: number): Promise<void> {
  await populate(url, records, 'no hash')
  const database = await openDatabase(url)
  const numbers = JSON.stringify(Array.from({ length: records }, (_, number) => [`${number}`]))
  await database.run('UPDATE plinth_sessions SET created_at = 1, last_used_at = 1')
  await database.run(
    `INSERT INTO plinth_login_failures (account, failures, locked_until, failed_at) SELECT value ->> 0, 1, 0, 1 FROM ${database.rowsOfJsonArray}`,
    [numbers],
  )
  await database.run(
    `INSERT INTO plinth_rate_limits (address, minute, attempts) SELECT value ->> 0, 1, 1 FROM ${database.rowsOfJsonArray}`,
    [numbers],
  )
  await database.run(
    `INSERT INTO plinth_audit_events (happened_at, event, result, actor_kind, details)
     SELECT 1, 'login', 'done', 'user', '{}' FROM ${database.rowsOfJsonArray}`,
    [JSON.stringify(Array.from({ length: EVENTS }, (_, number) => [`${number}`]))],
  )
  await database.run(
    `INSERT INTO plinth_audit_events (happened_at, event, result, actor_kind, details)
     VALUES (${Date.now() - 10 * DAY_MS}, 'login', 'done', 'user', '{}')`, // confirms the clock
  )
  await database.run('ANALYZE')
  await database.close()
}
