import { hash } from 'bcrypt'
import type { Figure } from '../support/figure.js'
import { LimitServer } from '../support/limit-server.js'
import { type LoadedRequest, LoadGenerator } from '../support/load-generator.js'
import { keyOf, person, populate, sampleOf } from '../support/population.js'
import { type Measurement, measureEach } from '../support/results.js'
import { PASSWORD, Service } from '../support/service.js'
import { type Site, withSite } from '../support/site.js'
import { byTurns, type Rounds, ratioOf } from '../support/turns.js'
import type { FreshDatabase, Workplace } from '../support/workplace.js'

export type WritesOptions = Measurement & Rounds

/** Each logout takes the session of one of them. */
export const PEOPLE = 60_000
const ASKING = 32
const MIN_RATIO = 0.7
/** As the limits hash: at a cost of 4, who waits for one of fewer threads waits longer than for the hash. */
const THREADS = { PLINTH_BCRYPT_CONCURRENCY: '4' }

const post = (operation: string, key: string, body?: object): LoadedRequest => ({
  method: 'POST',
  path: `/api/users/${operation}`,
  headers: { 'X-API-KEY': key, 'Content-Type': 'application/json' },
  ...(body && { body: JSON.stringify(body) }),
})

const signUp = { username: 'new-[n]', email: 'new-[n]@bench.test', role_name: 'operator', password: PASSWORD }

/** What is asked, by the operation. The password stays the same: that costs as much as any other. */
export const writes: Readonly<Record<string, () => readonly LoadedRequest[]>> = {
  signup: () => [post('signup', person(PEOPLE).key, signUp)],
  change_password: () =>
    sampleOf(PEOPLE, ASKING).map(({ username, key }) =>
      post('change_password', key, { target_username: username, current_password: PASSWORD, new_password: PASSWORD }),
    ),
  logout: () => [post('logout', keyOf('[n]'))],
}

/** What writes, beside the bare statements behind restify, on each database. */
export async function measureWrites(workplace: Workplace, options: WritesOptions): Promise<void> {
  await measureEach(workplace, 'Writes', options, (database) => writeFigures(workplace, database, options))
}

export function writeFigures(workplace: Workplace, database: string, rounds: Rounds): Promise<Figure[]> {
  return withSite(workplace, database, { people: PEOPLE, env: THREADS }, (site) =>
    workplace.withDatabase(database, async (limits) => {
      await fill(limits, workplace)
      const figures: Figure[] = []
      for (const operation of Object.keys(writes)) {
        figures.push(await figureOf(operation, { workplace, database, site, limits, rounds }))
      }
      return figures
    }),
  )
}

/** The limits have a database of their own: a SQLite file belongs to the service. */
async function fill({ url, folder }: FreshDatabase, { signal }: Workplace): Promise<void> {
  await (await Service.start(url, folder, signal)).stop()
  await populate(url, PEOPLE, await hash(PASSWORD, 4))
}

interface Course {
  readonly workplace: Workplace
  readonly database: string
  readonly site: Site
  readonly limits: FreshDatabase
  readonly rounds: Rounds
}

async function figureOf(operation: string, { workplace, database, site, limits, rounds }: Course): Promise<Figure> {
  const limit = await LimitServer.start('serve-writes.ts', [operation, limits.url], workplace.signal)
  const generator = new LoadGenerator(workplace.signal)
  const asked = writes[operation]?.() ?? []
  try {
    const contestants = [limit, site.service].map((server) => ({ server, requests: asked }))
    const [limitTurns = [], turns = []] = await byTurns(generator, contestants, rounds)
    return { database, what: `${operation} ÷ bare statements`, ...ratioOf(turns, limitTurns), least: MIN_RATIO }
  } finally {
    generator.stop()
    await limit.stop()
  }
}
