import { BaselineServer } from '../support/baseline-server.js'
import type { Figure } from '../support/figure.js'
import { LoadGenerator } from '../support/load-generator.js'
import { type Measurement, measureEach } from '../support/results.js'
import { SECRET_KEY } from '../support/service.js'
import { type Site, withSite } from '../support/site.js'
import { type Contestant, type Rounds, ratioOf, takeTurns } from '../support/turns.js'
import type { Workplace } from '../support/workplace.js'
import { POPULATION, type Workload, workloads } from './workloads.js'

export type RequestsOptions = Measurement & Rounds

/** Log levels with and without access lines. */
const LEVEL_WITH_ACCESS_LINES = 20
const LEVEL_WITHOUT_ACCESS_LINES = 30

/** Compares the most frequent requests with their baselines, on each database. */
export async function measureRequests(workplace: Workplace, options: RequestsOptions): Promise<void> {
  await measureEach(workplace, 'Requests', options, (database) => requestFigures(workplace, database, options))
}

export async function requestFigures(workplace: Workplace, database: string, rounds: Rounds): Promise<Figure[]> {
  return withSite(workplace, database, { people: POPULATION }, async (site) => {
    const { token } = JSON.parse(await site.service.send('POST', '/users/create_tpt', { role_name: 'operator' }))
    const generator = new LoadGenerator(workplace.signal)
    try {
      const figures: Figure[] = []
      for (const workload of workloads) {
        figures.push(...(await figuresOf(workload, { workplace, database, generator, site, token, rounds })))
      }
      return figures
    } finally {
      generator.stop()
    }
  })
}

interface Context {
  readonly workplace: Workplace
  readonly database: string
  readonly generator: LoadGenerator
  readonly site: Site
  readonly token: string
  readonly rounds: Rounds
}

async function figuresOf(workload: Workload, context: Context): Promise<Figure[]> {
  const { workplace, database, generator, site, token, rounds } = context
  const args = [workload.baseline[database] ?? '', site.databaseUrl, String(POPULATION), SECRET_KEY]
  const baseline = await BaselineServer.start('serve-users.ts', args, workplace.signal)
  try {
    const requests = workload.requests(token)
    const at = (level: number): Contestant => ({
      server: site.service,
      requests,
      prepare: () => site.service.setLogLevel(level),
    })
    const contestants = [
      { server: baseline, requests },
      at(LEVEL_WITHOUT_ACCESS_LINES),
      ...(workload.minWithAccessLines ? [at(LEVEL_WITH_ACCESS_LINES)] : []),
    ]
    const [baselines = [], without = [], withLines] = await takeTurns(generator, contestants, rounds)
    const figure = { database, what: `${workload.what} ÷ ${workload.baseline[database]}` }
    return [
      { ...figure, ...ratioOf(without, baselines), ...minOf(workload.min[database]) },
      ...(withLines
        ? [
            {
              ...figure,
              what: `${figure.what}, with access lines`,
              ...ratioOf(withLines, baselines),
              ...minOf(workload.minWithAccessLines?.[database]),
            },
          ]
        : []),
    ]
  } finally {
    await baseline.stop()
  }
}

const minOf = (min: number | undefined) => (min === undefined ? {} : { min })
