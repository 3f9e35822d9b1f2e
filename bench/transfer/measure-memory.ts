import { join } from 'node:path'
import type { Figure } from '../support/figure.js'
import type { Service } from '../support/service.js'
import type { TransferContext } from './transfer-context.js'
import { importAll, WARM_UP_TAGS, warmUp, withServiceOn } from './with-service.js'

const MAX_IMPORT_MB = 150
const MAX_EXPORT_MB = 120
/** The number of tags in a large measurement. */
export const LARGE_TAG_COUNT = 1_000_000

type Memory = Pick<Figure, 'value' | 'unit' | 'note'>

/**
 * Measures the peak memory of an import and of an export, above that of the idle service. Each has a process of its
 * own: the heap that an import has grown would count as memory of the export.
 */
export async function measureMemory(context: TransferContext): Promise<Figure[]> {
  const tagCounts = context.isLarge ? [context.records, LARGE_TAG_COUNT] : [context.records]
  const figures: Figure[] = []
  for (const tags of tagCounts) figures.push(...(await memoryOf(context, tags)))
  return figures
}

async function memoryOf(context: TransferContext, tags: number): Promise<Figure[]> {
  const file = await context.files.of(tags)
  return context.sandbox.withDatabase(context.database, async ({ url, folder }) => {
    const importing = await withServiceOn(url, { ...context, folder }, async (service) => {
      await warmUp(service, context, folder)
      return memoryFor(service, () => importAll(service, file))
    })
    const exporting = await withServiceOn(url, { ...context, folder }, async (service) => {
      await service.import((await context.files.of(WARM_UP_TAGS, 'W')).path) // again, so it writes nothing
      return memoryFor(service, () => service.export(join(folder, 'export.json')))
    })
    if (!importing || !exporting) return [] // the OS does not report it
    const what = 'peak memory above idle,'
    return [
      { ...importing, database: context.database, what: `${what} import of ${tags} tags`, max: MAX_IMPORT_MB },
      { ...exporting, database: context.database, what: `${what} export of ${tags} tags`, max: MAX_EXPORT_MB },
    ]
  })
}

async function memoryFor(service: Service, run: () => Promise<unknown>): Promise<Memory | undefined> {
  const idle = await service.memory()
  await service.resetPeak()
  await run()
  const peak = await service.peakMemory()
  if (idle === undefined || peak === undefined) return undefined
  return { value: peak - idle, unit: 'MB', note: `idle ${idle.toFixed(0)} MB` }
}
