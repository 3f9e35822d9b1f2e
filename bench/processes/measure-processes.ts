import { BaselineServer } from '../support/baseline-server.js'
import type { Figure } from '../support/figure.js'
import { LoadGenerator, type LoadRequest } from '../support/load-generator.js'
import { median } from '../support/median.js'
import { sampleOf } from '../support/population.js'
import { cpuSecondsOf } from '../support/process-status.js'
import { type Measurement, measureEach } from '../support/results.js'
import type { Sandbox } from '../support/sandbox.js'
import { Service } from '../support/service.js'
import type { Schedule } from '../support/take-turns.js'
import { withTestBed } from '../support/test-bed.js'

const [USER_COUNT, CALLERS, CONNECTIONS] = [1_000, 32, 32]
/** Minimum rate of two processes ÷ that of one, if each had a processor, and the database others. */
const MIN_RATIO = 1.8

/**
 * Compares two processes on one PostgreSQL database with one, by processor time: on two processors, the database and
 * the load would compete with them. Two processes of bare restify, without a common database, show how much of the rest
 * is due to the machine: virtual processors may share a core, and all share its caches.
 */
export async function measureProcesses(sandbox: Sandbox, options: Measurement & Schedule): Promise<void> {
  const databases = options.databases.filter((database) => database === 'postgres')
  await measureEach(sandbox, 'Processes', { ...options, databases }, (database) =>
    withTestBed(sandbox, database, { userCount: USER_COUNT }, async ({ service, databaseUrl, folder }) => {
      const other = await Service.start(databaseUrl, `${folder}/other`, sandbox.signal)
      const restify = [await startRestify(sandbox), await startRestify(sandbox)]
      const generators = [new LoadGenerator(sandbox.signal), new LoadGenerator(sandbox.signal)]
      const figure = (servers: readonly Server[]) => figureOf(database, { servers, generators, options })
      try {
        const bare = await figure(restify)
        return [
          { ...(await figure([service, other])), min: MIN_RATIO },
          { ...bare, what: 'the same with bare restify, from memory' },
        ]
      } finally {
        for (const generator of generators) generator.stop()
        for (const server of [other, ...restify]) await server.stop()
      }
    }),
  )
}

function startRestify({ signal }: Sandbox): Promise<BaselineServer> {
  return BaselineServer.start('serve-users.ts', ['memory', '', String(USER_COUNT)], signal)
}

type Server = Pick<Service, 'url' | 'pid'>

interface Context {
  readonly servers: readonly Server[]
  readonly generators: readonly LoadGenerator[]
  readonly options: Schedule
}

async function figureOf(database: string, { servers, generators, options }: Context): Promise<Figure> {
  const [one, two]: [number[], number[]] = [[], []]
  for (let round = 0; round <= options.rounds; round += 1) {
    const alone = await microsPerRequest(servers.slice(0, 1), generators, options)
    const together = await microsPerRequest(servers, generators, options)
    if (round === 0) continue // it warms up
    one.push(alone)
    two.push(together)
  }
  const [alone, together] = [median(one), median(two)]
  return {
    database,
    what: 'GET own user, two processes ÷ one, by processor time',
    value: (2 * alone) / together,
    unit: '×',
    note: `median of ${one.length}: ${alone.toFixed(0)} and ${together.toFixed(0)} µs per request`,
  }
}

/** Loads servers at the same time, each as much as a single one. Returns their processor time per request. */
async function microsPerRequest(
  servers: readonly Server[],
  generators: readonly LoadGenerator[],
  { seconds }: Schedule,
): Promise<number> {
  const cpuTime = async () => {
    const all = await Promise.all(servers.map(({ pid }) => cpuSecondsOf(pid)))
    return all.reduce((sum, each) => sum + each, 0)
  }
  const before = await cpuTime()
  const runs = servers.map(({ url }, index) =>
    generators[index]?.run({ url: new URL(url).origin, connections: CONNECTIONS, seconds, requests }),
  )
  const responses = (await Promise.all(runs)).reduce((sum, run) => sum + (run?.responses ?? 0), 0)
  return (((await cpuTime()) - before) * 1e6) / responses
}

const requests: readonly LoadRequest[] = sampleOf(USER_COUNT, CALLERS).map(({ username, key }) => ({
  method: 'GET',
  path: `/api/users/${username}`,
  headers: { 'X-API-KEY': key },
}))
