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
 * the load would compete with them.
 */
export async function measureProcesses(sandbox: Sandbox, options: Measurement & Schedule): Promise<void> {
  const databases = options.databases.filter((database) => database === 'postgres')
  await measureEach(sandbox, 'Processes', { ...options, databases }, (database) =>
    withTestBed(sandbox, database, { userCount: USER_COUNT }, async ({ service, databaseUrl, folder }) => {
      const other = await Service.start(databaseUrl, `${folder}/other`, sandbox.signal)
      const generators = [new LoadGenerator(sandbox.signal), new LoadGenerator(sandbox.signal)]
      try {
        return [await figureOf(database, { services: [service, other], generators, options })]
      } finally {
        for (const generator of generators) generator.stop()
        await other.stop()
      }
    }),
  )
}

interface Context {
  readonly services: readonly Service[]
  readonly generators: readonly LoadGenerator[]
  readonly options: Schedule
}

async function figureOf(database: string, { services, generators, options }: Context): Promise<Figure> {
  const [one, two]: [number[], number[]] = [[], []]
  for (let round = 0; round <= options.rounds; round += 1) {
    const alone = await microsPerRequest(services.slice(0, 1), generators, options)
    const together = await microsPerRequest(services, generators, options)
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
    min: MIN_RATIO,
    note: `median of ${one.length}: ${alone.toFixed(0)} and ${together.toFixed(0)} µs per request`,
  }
}

/** Loads services at the same time, each as much as a single one. Returns their processor time per request. */
async function microsPerRequest(
  services: readonly Service[],
  generators: readonly LoadGenerator[],
  { seconds }: Schedule,
): Promise<number> {
  const cpuTime = async () => {
    const all = await Promise.all(services.map(({ pid }) => cpuSecondsOf(pid)))
    return all.reduce((sum, each) => sum + each, 0)
  }
  const before = await cpuTime()
  const runs = services.map(({ url }, index) =>
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
