import { join } from 'node:path'
import type { Figure } from '../support/figure.js'
import type { Service } from '../support/service.js'
import type { TransferContext } from './transfer-context.js'
import { importAll, warmUp, withService } from './with-service.js'

const MAX_IMPORT_MB = 150
const MAX_EXPORT_MB = 120
export const LARGE = 1_000_000

/** Measures the peak memory of an import and of an export, above that of the idle service. */
export async function measureMemory(context: TransferContext): Promise<Figure[]> {
  const tagCounts = context.isLarge ? [context.records, LARGE] : [context.records]
  const figures: Figure[] = []
  for (const tags of tagCounts) figures.push(...(await memoryOf(context, tags)))
  return figures
}

async function memoryOf(context: TransferContext, tags: number): Promise<Figure[]> {
  const file = await context.files.of(tags)
  return withService(context, async (service, folder) => {
    await warmUp(service, context, folder)
    const idle = await service.memory()
    if (idle === undefined) return [] // the OS does not report it
    const figure = { database: context.database, unit: 'MB', note: `idle ${idle.toFixed(0)} MB` }
    const peakIn = await peakOf(service, () => importAll(service, file))
    const peakOut = await peakOf(service, () => service.export(join(folder, 'export.json')))
    return [
      { ...figure, what: `peak memory above idle, import of ${tags} tags`, value: peakIn - idle, max: MAX_IMPORT_MB },
      { ...figure, what: `peak memory above idle, export of ${tags} tags`, value: peakOut - idle, max: MAX_EXPORT_MB },
    ]
  })
}

async function peakOf(service: Service, run: () => Promise<unknown>): Promise<number> {
  await service.resetPeak()
  await run()
  return (await service.peakMemory()) ?? Number.NaN
}
