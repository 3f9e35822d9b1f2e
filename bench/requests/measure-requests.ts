import type { Figure } from '../support/figure.js'
import { LimitServer } from '../support/limit-server.js'
import { LoadGenerator } from '../support/load-generator.js'
import { type Measurement, measureEach } from '../support/results.js'
import { SECRET_KEY } from '../support/service.js'
import { type Site, withSite } from '../support/site.js'
import { byTurns, type Contestant, type Rounds, ratioOf } from '../support/turns.js'
import type { Workplace } from '../support/workplace.js'
import { POPULATION, type Road, roads } from './roads.js'

export type RequestsOptions = Measurement & Rounds

const WITH_LINES = 20
const WITHOUT_LINES = 30

/** The hot roads beside their limits, on each database. */
export async function measureRequests(workplace: Workplace, options: RequestsOptions): Promise<void> {
  await measureEach(workplace, 'Requests', options, (database) => requestFigures(workplace, database, options))
}

export async function requestFigures(workplace: Workplace, database: string, rounds: Rounds): Promise<Figure[]> {
  return withSite(workplace, database, { people: POPULATION }, async (site) => {
    const { token } = JSON.parse(await site.service.ask('POST', '/users/create_tpt', { role_name: 'operator' }))
    const generator = new LoadGenerator(workplace.signal)
    try {
      const figures: Figure[] = []
      for (const road of roads) {
        figures.push(...(await figuresOf(road, { workplace, database, generator, site, token, rounds })))
      }
      return figures
    } finally {
      generator.stop()
    }
  })
}

interface Course {
  readonly workplace: Workplace
  readonly database: string
  readonly generator: LoadGenerator
  readonly site: Site
  readonly token: string
  readonly rounds: Rounds
}

async function figuresOf(road: Road, course: Course): Promise<Figure[]> {
  const { workplace, database, generator, site, token, rounds } = course
  const args = [road.limit[database] ?? '', site.databaseUrl, String(POPULATION), SECRET_KEY]
  const limit = await LimitServer.start('serve-users.ts', args, workplace.signal)
  try {
    const requests = road.requests(token)
    const at = (level: number): Contestant => ({
      server: site.service,
      requests,
      prepare: () => site.service.setLogLevel(level),
    })
    const contestants = [
      { server: limit, requests },
      at(WITHOUT_LINES),
      ...(road.leastWithLines ? [at(WITH_LINES)] : []),
    ]
    const [limits = [], without = [], withLines] = await byTurns(generator, contestants, rounds)
    const figure = { database, what: `${road.what} ÷ ${road.limit[database]}` }
    return [
      { ...figure, ...ratioOf(without, limits), ...leastOf(road.least[database]) },
      ...(withLines
        ? [
            {
              ...figure,
              what: `${figure.what}, with access lines`,
              ...ratioOf(withLines, limits),
              ...leastOf(road.leastWithLines?.[database]),
            },
          ]
        : []),
    ]
  } finally {
    await limit.stop()
  }
}

const leastOf = (least: number | undefined) => (least === undefined ? {} : { least })
