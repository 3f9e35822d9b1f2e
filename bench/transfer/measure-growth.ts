import { join } from 'node:path'
import type { Figure } from '../support/figure.js'
import { LARGE_TAG_COUNT } from './measure-memory.js'
import type { TransferContext } from './transfer-context.js'
import { importAll, WARM_UP_TAGS, warmUp, withService } from './with-service.js'

const SIZES = [1_000, 10_000, 100_000]
/** Maximum ratio of the time per record in a larger file to that in a smaller one. */
const MAX_GROWTH = 1.3

/** The time per record of an import and an export, in µs. */
interface Cost {
  readonly tags: number
  readonly import: number
  readonly export: number
}

/** Measures whether the time per record stays the same in larger files. */
export async function measureGrowth(context: TransferContext): Promise<Figure[]> {
  const costs: Cost[] = []
  for (const tags of context.isLarge ? [...SIZES, LARGE_TAG_COUNT] : SIZES) costs.push(await costOf(context, tags))
  return [
    growth(context.database, 'import', costs, (cost) => cost.import),
    growth(context.database, 'export', costs, (cost) => cost.export),
  ]
}

/** Measures on a warm service. The database contains only these tags, and the few of the warm-up. */
async function costOf(context: TransferContext, tags: number): Promise<Cost> {
  const file = await context.files.of(tags)
  return withService(context, async (service, folder) => {
    await warmUp(service, context, folder)
    const importSeconds = await importAll(service, file)
    const exportSeconds = await service.export(join(folder, 'export.json'))
    return { tags, import: (importSeconds * 1e6) / tags, export: (exportSeconds * 1e6) / (tags + WARM_UP_TAGS) }
  })
}

/** Returns the maximum ratio of the time per record in a file to the lowest such time in a smaller file. */
function growth(database: string, what: string, costs: readonly Cost[], of: (cost: Cost) => number): Figure {
  const value = Math.max(...costs.map((cost, index) => of(cost) / Math.min(...costs.slice(0, index + 1).map(of))))
  const note = `µs per record: ${costs.map((cost) => `${cost.tags}: ${of(cost).toFixed(0)}`).join(', ')}`
  return { database, what: `${what}, growth of the time per record`, value, unit: '×', max: MAX_GROWTH, note }
}
