import { join } from 'node:path'
import { Service } from '../support/service.js'
import type { PlantFile, Task } from './task.js'

/** In the small file that warms a service up. */
export const WARM_UP_TAGS = 1_000

/** Runs the service on a fresh database for one use. */
export async function withService<T>(
  { workplace, database }: Task,
  use: (service: Service, folder: string) => Promise<T>,
): Promise<T> {
  return workplace.withDatabase(database, async ({ url, folder }) => {
    const service = await Service.start(url, folder, workplace.signal)
    try {
      return await use(service, folder)
    } finally {
      await service.stop()
    }
  })
}

/** A small import and export, of tags that are in no other file. */
export async function warmUp(service: Service, task: Task, folder: string): Promise<void> {
  const { path } = await task.files.of(WARM_UP_TAGS, 'W')
  await service.import(path)
  await service.export(join(folder, 'warm-up.json'))
}

/** Imports a file and makes sure that it is all there. */
export async function importAll(service: Service, { path, tags }: PlantFile): Promise<number> {
  const { seconds, summary } = await service.import(path)
  if (summary.imported < tags || summary.errors > 0) throw new Error(`not all imported: ${JSON.stringify(summary)}`)
  return seconds
}
