import { BaselineServer } from '../support/baseline-server.js'
import type { Figure } from '../support/figure.js'
import { LoadGenerator, type LoadRequest } from '../support/load-generator.js'
import { median } from '../support/median.js'
import { sampleOf } from '../support/population.js'
import { cpuSecondsOf, cpuSecondsWithChildren } from '../support/process-status.js'
import { type Measurement, measureEach } from '../support/results.js'
import type { Sandbox } from '../support/sandbox.js'
import { Service } from '../support/service.js'
import type { Schedule } from '../support/take-turns.js'
import { withTestBed } from '../support/test-bed.js'

const [USER_COUNT, CALLERS, CONNECTIONS] = [1_000, 32, 32]
/**
 * Minimum of the calculated ratio of throughputs, two processes ÷ one. It assumes that each process has a processor of
 * its own, and that PostgreSQL runs on further ones.
 */
const MIN_RATIO = 1.8

/**
 * Compares two processes that share a PostgreSQL database with a single process. It compares processor time, not
 * throughput: on a machine with two processors, PostgreSQL and the load generators would compete with the processes.
 * Two processes of bare restify, which share no database, show how much of the shortfall from 2 × is due to the
 * machine: virtual processors may share a core, and all share its caches. The note also has the processor time of
 * PostgreSQL.
 */
export async function measureProcesses(sandbox: Sandbox, options: Measurement & Schedule): Promise<void> {
  const databases = options.databases.filter((database) => database === 'postgres')
  await measureEach(sandbox, 'Processes', { ...options, databases }, (database) =>
    withTestBed(sandbox, database, { userCount: USER_COUNT }, async ({ service, databaseUrl, folder }) => {
      const other = await Service.start(databaseUrl, `${folder}/other`, sandbox.signal)
      const restify = [await startRestify(sandbox), await startRestify(sandbox)]
      const generators = [new LoadGenerator(sandbox.signal), new LoadGenerator(sandbox.signal)]
      const figure = (servers: readonly Server[], postgresPid?: number) =>
        figureOf(database, { servers, postgresPid, generators, options })
      try {
        const bare = await figure(restify)
        return [
          { ...(await figure([service, other], await (await sandbox.postgres()).postmasterPid())), min: MIN_RATIO },
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
  /** The PostgreSQL server that they use. */
  readonly postgresPid: number | undefined
  readonly generators: readonly LoadGenerator[]
  readonly options: Schedule
}

/** Processor time per request, in µs. */
interface Cost {
  readonly servers: number
  readonly postgres: number
}

async function figureOf(database: string, { servers, postgresPid, generators, options }: Context): Promise<Figure> {
  const [one, two]: [Cost[], Cost[]] = [[], []]
  for (let round = 0; round <= options.rounds; round += 1) {
    const alone = await costOf(servers.slice(0, 1), { postgresPid, generators, options })
    const together = await costOf(servers, { postgresPid, generators, options })
    if (round === 0) continue // the first round warms up
    one.push(alone)
    two.push(together)
  }
  const medians = (what: keyof Cost) => [one, two].map((costs) => median(costs.map((cost) => cost[what])))
  const [alone = Number.NaN, together = Number.NaN] = medians('servers')
  const joined = (micros: readonly number[]) => micros.map((each) => each.toFixed(0)).join(' and ')
  const ofPostgres = postgresPid === undefined ? '' : `, of PostgreSQL ${joined(medians('postgres'))}`
  return {
    database,
    what: 'GET own user, two processes ÷ one, by processor time',
    value: (2 * alone) / together,
    unit: '×',
    note: `median of ${one.length}: ${joined([alone, together])} µs per request${ofPostgres}`,
  }
}

/** Returns the processor time per request while all servers are loaded at once, each as heavily as one server alone. */
async function costOf(
  servers: readonly Server[],
  { postgresPid, generators, options: { seconds } }: Omit<Context, 'servers'>,
): Promise<Cost> {
  const cpuTimes = async () => {
    const all = await Promise.all(servers.map(({ pid }) => cpuSecondsOf(pid)))
    const postgres = postgresPid === undefined ? 0 : await cpuSecondsWithChildren(postgresPid)
    return { servers: all.reduce((sum, each) => sum + each, 0), postgres }
  }
  const before = await cpuTimes()
  const runs = servers.map(({ url }, index) =>
    generators[index]?.run({ url: new URL(url).origin, connections: CONNECTIONS, seconds, requests }),
  )
  const responses = (await Promise.all(runs)).reduce((sum, run) => sum + (run?.responses ?? 0), 0)
  const after = await cpuTimes()
  const perRequest = (what: keyof Cost) => ((after[what] - before[what]) * 1e6) / responses
  return { servers: perRequest('servers'), postgres: perRequest('postgres') }
}

const requests: readonly LoadRequest[] = sampleOf(USER_COUNT, CALLERS).map(({ username, key }) => ({
  method: 'GET',
  path: `/api/users/${username}`,
  headers: { 'X-API-KEY': key },
}))
