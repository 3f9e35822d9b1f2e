import { join } from 'node:path'
import type { Figure } from '../support/figure.js'
import { median } from '../support/median.js'
import { cpuSecondsOf } from '../support/process-status.js'
import { bareLoad, bareLoadFigures } from './bare-load.js'
import { dump, FASTEST, load, type TransferTime } from './baselines.js'
import type { TransferContext } from './transfer-context.js'
import { importAll, withService } from './with-service.js'

const MAX_RATIO = 1.5

interface Times {
  readonly import: TransferTime
  readonly export: TransferTime
}

type RatioContext = Pick<TransferContext, 'sandbox' | 'database' | 'files' | 'records' | 'rounds'>

/** Measures the service and the baselines in turns, each on a new database. */
export async function measureRatios(context: RatioContext): Promise<Figure[]> {
  const methods = FASTEST[context.database]
  if (!methods) throw new Error(`no such database: ${context.database}`)
  const ours: Times[] = []
  const baselines: Times[] = []
  const bareLoads: (number | undefined)[] = []
  for (let round = 0; round < context.rounds; round += 1) {
    ours.push(await timeService(context))
    baselines.push(await timeBaselines(context, methods))
    bareLoads.push(await bareLoad(context))
  }
  return [
    ratioOf(
      context,
      'import',
      ours.map((times) => times.import),
      baselines.map((times) => times.import),
      methods.load,
    ),
    ratioOf(
      context,
      'export',
      ours.map((times) => times.export),
      baselines.map((times) => times.export),
      methods.dump,
    ),
    ...bareLoadFigures(
      context,
      ours.map((times) => times.import.seconds),
      bareLoads,
    ),
  ]
}

async function timeService(context: RatioContext): Promise<Times> {
  const file = await context.files.of(context.records)
  return withService(context, async (service, folder) => {
    const timed = async (transfer: () => Promise<number>): Promise<TransferTime> => {
      const cpuBefore = await cpuSecondsOf(service.pid)
      return { seconds: await transfer(), cpuSeconds: (await cpuSecondsOf(service.pid)) - cpuBefore }
    }
    return {
      import: await timed(() => importAll(service, file)),
      export: await timed(() => service.export(join(folder, 'export.json'))),
    }
  })
}

async function timeBaselines(context: RatioContext, methods: { load: string; dump: string }): Promise<Times> {
  const { path } = await context.files.of(context.records)
  return context.sandbox.withDatabase(context.database, async (database) => ({
    import: await load(context.sandbox, database, path, methods.load),
    export: await dump(context.sandbox, database, join(database.folder, 'dump.json'), methods.dump),
  }))
}

function ratioOf(
  { database, records }: RatioContext,
  what: string,
  ours: TransferTime[],
  baselines: TransferTime[],
  method: string,
): Figure {
  const [our, baseline] = [medianOf(ours), medianOf(baselines)]
  const note = `median of ${ours.length}: ${our.seconds.toFixed(2)} s ÷ ${baseline.seconds.toFixed(2)} s with ${method}`
  const figure = { database, what: `${what} of ${records} tags ÷ baseline`, unit: '×', max: MAX_RATIO, note }
  return { ...figure, value: our.seconds / baseline.seconds, steadyRatio: baseline.cpuSeconds / our.cpuSeconds }
}

function medianOf(times: TransferTime[]): TransferTime {
  return {
    seconds: median(times.map(({ seconds }) => seconds)),
    cpuSeconds: median(times.map(({ cpuSeconds }) => cpuSeconds)),
  }
}
