import { BaselineServer } from '../support/baseline-server.js'
import type { Figure } from '../support/figure.js'
import { LoadGenerator } from '../support/load-generator.js'
import { type Measurement, measureEach } from '../support/results.js'
import type { Sandbox } from '../support/sandbox.js'
import { SECRET_KEY } from '../support/service.js'
import { ratioOf, type Schedule, type Target, takeTurns } from '../support/take-turns.js'
import { type TestBed, withTestBed } from '../support/test-bed.js'
import { cookieWorkload, USER_COUNT, type Workload, workloads } from './workloads.js'

export type RequestsOptions = Measurement & Schedule

/** Log levels with and without access lines. */
const LEVEL_WITH_ACCESS_LINES = 20
const LEVEL_WITHOUT_ACCESS_LINES = 30

/** Compares the most frequent requests with their baselines, on each database. */
export async function measureRequests(sandbox: Sandbox, options: RequestsOptions): Promise<void> {
  await measureEach(sandbox, 'Requests', options, (database) => requestFigures(sandbox, database, options))
}

export async function requestFigures(sandbox: Sandbox, database: string, schedule: Schedule): Promise<Figure[]> {
  return withTestBed(sandbox, database, { userCount: USER_COUNT }, async (testBed) => {
    const { token } = JSON.parse(await testBed.service.send('POST', '/users/create_tpt', { role_name: 'operator' }))
    const generator = new LoadGenerator(sandbox.signal)
    try {
      const figures: Figure[] = []
      for (const workload of workloads) {
        figures.push(...(await figuresOf(workload, { sandbox, database, generator, testBed, token, schedule })))
      }
      return [...figures, await cookieFigure({ database, generator, testBed, schedule })]
    } finally {
      generator.stop()
    }
  })
}

interface Context {
  readonly sandbox: Sandbox
  readonly database: string
  readonly generator: LoadGenerator
  readonly testBed: TestBed
  readonly token: string
  readonly schedule: Schedule
}

async function figuresOf(workload: Workload, context: Context): Promise<Figure[]> {
  const { sandbox, database, generator, testBed, token, schedule } = context
  const args = [workload.baseline[database] ?? '', testBed.databaseUrl, String(USER_COUNT), SECRET_KEY]
  const baseline = await BaselineServer.start('serve-users.ts', args, sandbox.signal)
  try {
    const requests = workload.requests(token)
    const at = (level: number): Target => ({
      server: testBed.service,
      requests,
      prepare: () => testBed.service.setLogLevel(level),
    })
    const targets = [
      { server: baseline, requests },
      at(LEVEL_WITHOUT_ACCESS_LINES),
      ...(workload.minWithAccessLines ? [at(LEVEL_WITH_ACCESS_LINES)] : []),
    ]
    const [baselineTurns = [], without = [], withLines] = await takeTurns(generator, targets, schedule)
    const figure = { database, what: `${workload.what} ÷ ${workload.baseline[database]}` }
    return [
      { ...figure, ...ratioOf(without, baselineTurns), ...minimumIn(workload.min[database]) },
      ...(withLines
        ? [
            {
              ...figure,
              what: `${figure.what}, with access lines`,
              ...ratioOf(withLines, baselineTurns),
              ...minimumIn(workload.minWithAccessLines?.[database]),
            },
          ]
        : []),
    ]
  } finally {
    await baseline.stop()
  }
}

/** Compares requests of one service with a session cookie and with a key. */
async function cookieFigure({
  database,
  generator,
  testBed: { service },
  schedule,
}: Pick<Context, 'database' | 'generator' | 'testBed' | 'schedule'>): Promise<Figure> {
  const { what, min, byKey, byCookie } = cookieWorkload
  const prepare = () => service.setLogLevel(LEVEL_WITHOUT_ACCESS_LINES)
  const targets = [byKey, byCookie].map((requests) => ({ server: service, requests, prepare }))
  const [keyTurns = [], cookieTurns = []] = await takeTurns(generator, targets, schedule)
  return { database, what, min, ...ratioOf(cookieTurns, keyTurns) }
}

const minimumIn = (min: number | undefined) => (min === undefined ? {} : { min })
