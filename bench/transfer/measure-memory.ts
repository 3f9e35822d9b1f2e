import { join } from 'node:path'
import type { Figure } from '../support/figure.js'
import type { Service } from '../support/service.js'
import type { Task } from './task.js'
import { importAll, warmUp, withService } from './with-service.js'

const GOAL = 150
export const LARGE = 1_000_000

/** The most memory over idle that an import and an export take. */
export async function measureMemory(task: Task): Promise<Figure[]> {
  const sizes = task.isLarge ? [task.records, LARGE] : [task.records]
  const figures: Figure[] = []
  for (const tags of sizes) figures.push(...(await memoryOf(task, tags)))
  return figures
}

async function memoryOf(task: Task, tags: number): Promise<Figure[]> {
  const file = await task.files.of(tags)
  return withService(task, async (service, folder) => {
    await warmUp(service, task, folder)
    const idle = await service.memory()
    if (idle === undefined) return [] // not on this system
    const figure = { database: task.database, unit: 'MB', goal: GOAL, note: `idle ${idle.toFixed(0)} MB` }
    const peakIn = await peakOf(service, () => importAll(service, file))
    const peakOut = await peakOf(service, () => service.export(join(folder, 'export.json')))
    return [
      { ...figure, what: `peak memory over idle, import of ${tags}`, value: peakIn - idle },
      { ...figure, what: `peak memory over idle, export of ${tags}`, value: peakOut - idle },
    ]
  })
}

async function peakOf(service: Service, run: () => Promise<unknown>): Promise<number> {
  await service.forgetPeak()
  await run()
  return (await service.peakMemory()) ?? Number.NaN
}
