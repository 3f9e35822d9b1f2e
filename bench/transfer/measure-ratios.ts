import { join } from 'node:path'
import type { Figure } from '../support/figure.js'
import { median } from '../support/median.js'
import { dump, FASTEST, load } from './baselines.js'
import type { TransferContext } from './transfer-context.js'
import { importAll, withService } from './with-service.js'

const MAX_RATIO = 1.5

interface Seconds {
  readonly in: number
  readonly out: number
}

/** Measures the service and the baselines in turns, each on a new database. */
export async function measureRatios(context: TransferContext): Promise<Figure[]> {
  const methods = FASTEST[context.database]
  if (!methods) throw new Error(`no such database: ${context.database}`)
  const ours: Seconds[] = []
  const baselines: Seconds[] = []
  for (let round = 0; round < context.rounds; round += 1) {
    ours.push(await timeService(context))
    baselines.push(await timeBaselines(context, methods))
  }
  return [
    ratioOf(
      context,
      'import',
      ours.map((times) => times.in),
      baselines.map((times) => times.in),
      methods.load,
    ),
    ratioOf(
      context,
      'export',
      ours.map((times) => times.out),
      baselines.map((times) => times.out),
      methods.dump,
    ),
  ]
}

async function timeService(context: TransferContext): Promise<Seconds> {
  const file = await context.files.of(context.records)
  return withService(context, async (service, folder) => ({
    in: await importAll(service, file),
    out: await service.export(join(folder, 'export.json')),
  }))
}

async function timeBaselines(context: TransferContext, methods: { load: string; dump: string }): Promise<Seconds> {
  const { path } = await context.files.of(context.records)
  return context.sandbox.withDatabase(context.database, async (database) => ({
    in: await load(context.sandbox, database, path, methods.load),
    out: await dump(context.sandbox, database, join(database.folder, 'dump.json'), methods.dump),
  }))
}

function ratioOf(
  { database, records }: TransferContext,
  what: string,
  ours: number[],
  baselines: number[],
  method: string,
): Figure {
  const note = `median of ${ours.length}: ${median(ours).toFixed(2)} s ÷ ${median(baselines).toFixed(2)} s with ${method}`
  const value = median(ours) / median(baselines)
  return { database, what: `${what} of ${records} tags ÷ baseline`, value, unit: '×', max: MAX_RATIO, note }
}
