import { hash } from 'bcrypt'
import { BaselineServer } from '../support/baseline-server.js'
import type { Figure } from '../support/figure.js'
import { LoadGenerator, type LoadRequest } from '../support/load-generator.js'
import { keyOf, person, populate, sampleOf } from '../support/population.js'
import { type Measurement, measureEach } from '../support/results.js'
import type { FreshDatabase, Sandbox } from '../support/sandbox.js'
import { PASSWORD, Service } from '../support/service.js'
import { ratioOf, type Schedule, takeTurns } from '../support/take-turns.js'
import { type TestBed, withTestBed } from '../support/test-bed.js'

export type WritesOptions = Measurement & Schedule

/** Number of users; each logout ends the session of another one. */
export const USER_COUNT = 60_000
const CALLERS = 32
/** Minimum rate ÷ that of the bare statements. */
const minRatioOn = (database: string) => (database === 'postgres' ? 0.75 : 0.7)
export const ENV = {
  // As many threads as in the baselines: at cost 4, waiting for a thread would take longer than the hash
  PLINTH_BCRYPT_CONCURRENCY: '4',
  PLINTH_RATE_LIMIT: '1000000',
}

const post = (operation: string, key: string, body?: object): LoadRequest => ({
  method: 'POST',
  path: `/api/users/${operation}`,
  headers: { 'X-API-KEY': key, 'Content-Type': 'application/json' },
  ...(body && { body: JSON.stringify(body) }),
})

const signUp = { username: 'new-[n]', email: 'new-[n]@bench.test', role_name: 'operator', password: PASSWORD }

/** The requests, by operation. The new password equals the previous one, which takes as long as another one. */
export const writes: Readonly<Record<string, () => readonly LoadRequest[]>> = {
  signup: () => [post('signup', person(USER_COUNT).key, signUp)],
  change_password: () =>
    sampleOf(USER_COUNT, CALLERS).map(({ username, key }) =>
      post('change_password', key, { target_username: username, current_password: PASSWORD, new_password: PASSWORD }),
    ),
  logout: () => [post('logout', keyOf('[n]'))],
}

/** Compares writes with the bare statements behind restify, on each database. */
export async function measureWrites(sandbox: Sandbox, options: WritesOptions): Promise<void> {
  await measureEach(sandbox, 'Writes', options, (database) => writeFigures(sandbox, database, options))
}

export function writeFigures(sandbox: Sandbox, database: string, schedule: Schedule): Promise<Figure[]> {
  return withTestBed(sandbox, database, { userCount: USER_COUNT, env: ENV }, (testBed) =>
    sandbox.withDatabase(database, async (baselines) => {
      await fill(baselines, sandbox)
      const figures: Figure[] = []
      for (const operation of Object.keys(writes)) {
        figures.push(await figureOf(operation, { sandbox, database, testBed, baselines, schedule }))
      }
      return figures
    }),
  )
}

/** Fills the database of the baselines, which have their own because the service locks its SQLite file. */
async function fill({ url, folder }: FreshDatabase, { signal }: Sandbox): Promise<void> {
  await (await Service.start(url, folder, signal)).stop()
  await populate(url, USER_COUNT, await hash(PASSWORD, 4))
}

interface Context {
  readonly sandbox: Sandbox
  readonly database: string
  readonly testBed: TestBed
  readonly baselines: FreshDatabase
  readonly schedule: Schedule
}

async function figureOf(
  operation: string,
  { sandbox, database, testBed, baselines, schedule }: Context,
): Promise<Figure> {
  const baseline = await BaselineServer.start('serve-writes.ts', [operation, baselines.url], sandbox.signal)
  const generator = new LoadGenerator(sandbox.signal)
  const requests = writes[operation]?.() ?? []
  try {
    const targets = [baseline, testBed.service].map((server) => ({ server, requests }))
    const [baselineTurns = [], turns = []] = await takeTurns(generator, targets, schedule)
    const ratio = ratioOf(turns, baselineTurns)
    return { database, what: `${operation} ÷ bare statements`, ...ratio, min: minRatioOn(database) }
  } finally {
    generator.stop()
    await baseline.stop()
  }
}
