import type { Figure } from '../support/figure.js'
import { LoadGenerator, type LoadRequest } from '../support/load-generator.js'
import { median } from '../support/median.js'
import { sampleOf } from '../support/population.js'
import { type Measurement, measureEach } from '../support/results.js'
import type { Sandbox } from '../support/sandbox.js'
import { type Schedule, type Turn, takeTurns } from '../support/take-turns.js'
import { type TestBed, withTestBed } from '../support/test-bed.js'

export type GrowthOptions = Measurement & Schedule

const SIZES = [100, 10_000, 1_000_000]
const MAX_GROWTH = 1.3
/** Minimum rate of pages of users among the most users, on PostgreSQL. */
const MIN_PAGES_PER_SECOND = 1_500
const CALLERS = 32
/** So many that most requests are the first of their user since the last write, and query the database. */
const MANY_CALLERS = 50_000

const PAGE = 'page of 50 users'

const get = (path: string, key: string): LoadRequest => ({ method: 'GET', path, headers: { 'X-API-KEY': key } })

/** The requests, from users who are spread evenly over the table. */
const workloads: Readonly<Record<string, (userCount: number) => readonly LoadRequest[]>> = {
  'GET own user by 32': (userCount) =>
    sampleOf(userCount, CALLERS).map(({ username, key }) => get(`/api/users/${username}`, key)),
  [`GET own user by up to ${MANY_CALLERS}`]: (userCount) =>
    sampleOf(userCount, Math.min(userCount, MANY_CALLERS)).map(({ username, key }) =>
      get(`/api/users/${username}`, key),
    ),
  [PAGE]: (userCount) => sampleOf(userCount, CALLERS).map(({ key }) => get('/api/users?limit=50', key)),
}

/** Measures how much longer a request takes with a million users and sessions than with a hundred. */
export async function measureGrowth(sandbox: Sandbox, options: GrowthOptions): Promise<void> {
  await measureEach(sandbox, 'Growth', options, (database) => growthFigures(sandbox, database, options))
}

function growthFigures(sandbox: Sandbox, database: string, schedule: Schedule): Promise<Figure[]> {
  return withTestBeds(sandbox, database, SIZES, async (testBeds) => {
    const generator = new LoadGenerator(sandbox.signal)
    try {
      const figures: Figure[] = []
      for (const [what, requestsAmong] of Object.entries(workloads)) {
        const targets = testBeds.map(({ service }, index) => ({
          server: service,
          requests: requestsAmong(SIZES[index] ?? 0),
        }))
        const turns = await takeTurns(generator, targets, schedule)
        figures.push(growthOf(database, what, turns))
        if (what === PAGE && database === 'postgres') figures.push(rateOf(database, what, turns.at(-1) ?? []))
      }
      return figures
    } finally {
      generator.stop()
    }
  })
}

/** Starts a service for each size, all at the same time, so that they can take turns. */
function withTestBeds<T>(
  sandbox: Sandbox,
  database: string,
  sizes: readonly number[],
  use: (testBeds: readonly TestBed[]) => Promise<T>,
): Promise<T> {
  const [userCount, ...others] = sizes
  if (userCount === undefined) return use([])
  return withTestBed(sandbox, database, { userCount }, (testBed) =>
    withTestBeds(sandbox, database, others, (testBeds) => use([testBed, ...testBeds])),
  )
}

/** Returns the rate with the most users. */
function rateOf(database: string, what: string, turns: readonly Turn[]): Figure {
  return {
    database,
    what: `${what} among ${SIZES.at(-1)}`,
    value: median(turns.map(({ perSecond }) => perSecond)),
    unit: '/s',
    min: MIN_PAGES_PER_SECOND,
  }
}

function growthOf(database: string, what: string, turns: readonly Turn[][]): Figure {
  const [smallest = [], ...larger] = turns
  const growths = larger.map((others) =>
    median(others.map(({ perSecond }, round) => (smallest[round]?.perSecond ?? Number.NaN) / perSecond)),
  )
  const rates = turns.map(
    (all, index) => `${SIZES[index]}: ${median(all.map(({ perSecond }) => perSecond)).toFixed(0)}/s`,
  )
  return {
    database,
    what: `${what}, growth of the time`,
    value: Math.max(...growths),
    unit: '×',
    max: MAX_GROWTH,
    note: rates.join(', '),
  }
}
