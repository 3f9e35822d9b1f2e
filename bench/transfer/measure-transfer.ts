import { type Figure, tableOf } from '../support/figure.js'
import { measureEach } from '../support/results.js'
import type { Sandbox } from '../support/sandbox.js'
import { measureGrowth } from './measure-growth.js'
import { measureLatency } from './measure-latency.js'
import { measureMemory } from './measure-memory.js'
import { measureRatios } from './measure-ratios.js'
import { PlantFiles, type TransferOptions } from './transfer-context.js'

/** Measures all goals of configuration transfer, on each database. */
export async function measureTransfer(sandbox: Sandbox, options: TransferOptions): Promise<void> {
  const files = new PlantFiles(sandbox.folder)
  const title = `Configuration transfer${options.isLarge ? ' with 1,000,000 tags' : ''}`
  await measureEach(sandbox, title, options, async (database) => {
    const context = { sandbox, files, database, ...options }
    const figures: Figure[] = []
    for (const measure of [measureRatios, measureLatency, measureMemory, measureGrowth]) {
      const found = await measure(context)
      console.log(tableOf(found))
      figures.push(...found)
    }
    return figures
  })
}
