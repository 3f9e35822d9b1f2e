import type { Figure } from '../support/figure.js'
import { type LoadedRequest, LoadGenerator } from '../support/load-generator.js'
import { median } from '../support/median.js'
import { sampleOf } from '../support/population.js'
import { type Measurement, measureEach } from '../support/results.js'
import { type Site, withSite } from '../support/site.js'
import { byTurns, type Rounds, type Turn } from '../support/turns.js'
import type { Workplace } from '../support/workplace.js'

export type GrowthOptions = Measurement & Rounds

const SIZES = [100, 10_000, 1_000_000]
const GOAL = 1.3
const ASKING = 32
/** More than the service remembers: every request goes to the database. */
const MANY = 50_000

const get = (path: string, key: string): LoadedRequest => ({ method: 'GET', path, headers: { 'X-API-KEY': key } })

/** What people ask, who are spread evenly over the table. */
const questions: Readonly<Record<string, (people: number) => readonly LoadedRequest[]>> = {
  'GET of oneself by 32': (people) =>
    sampleOf(people, ASKING).map(({ username, key }) => get(`/api/users/${username}`, key)),
  [`GET of oneself by up to ${MANY}`]: (people) =>
    sampleOf(people, Math.min(people, MANY)).map(({ username, key }) => get(`/api/users/${username}`, key)),
  'page of 50 users': (people) => sampleOf(people, ASKING).map(({ key }) => get('/api/users?limit=50', key)),
}

/** Whether a request takes as long among a million people and sessions as among a hundred. */
export async function measureGrowth(workplace: Workplace, options: GrowthOptions): Promise<void> {
  await measureEach(workplace, 'Growth', options, (database) => growthFigures(workplace, database, options))
}

function growthFigures(workplace: Workplace, database: string, rounds: Rounds): Promise<Figure[]> {
  return withSites(workplace, database, SIZES, async (sites) => {
    const generator = new LoadGenerator(workplace.signal)
    try {
      const figures: Figure[] = []
      for (const [what, requestsAmong] of Object.entries(questions)) {
        const contestants = sites.map(({ service }, index) => ({
          server: service,
          requests: requestsAmong(SIZES[index] ?? 0),
        }))
        figures.push(growthOf(database, what, await byTurns(generator, contestants, rounds)))
      }
      return figures
    } finally {
      generator.stop()
    }
  })
}

/** All at once, so that their turns can follow one another. */
function withSites<T>(
  workplace: Workplace,
  database: string,
  sizes: readonly number[],
  use: (sites: readonly Site[]) => Promise<T>,
): Promise<T> {
  const [people, ...others] = sizes
  if (people === undefined) return use([])
  return withSite(workplace, database, { people }, (site) =>
    withSites(workplace, database, others, (sites) => use([site, ...sites])),
  )
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
    goal: GOAL,
    note: rates.join(', '),
  }
}
