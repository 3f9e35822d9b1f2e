import { join } from 'node:path'
import { Service } from '../support/service.js'
import type { PlantFile, TransferContext } from './transfer-context.js'

/** Number of tags in the small file that warms up a service. */
export const WARM_UP_TAGS = 1_000

/** Runs the service on a new database during `use`. */
export async function withService<T>(
  { sandbox, database }: Pick<TransferContext, 'sandbox' | 'database'>,
  use: (service: Service, folder: string) => Promise<T>,
): Promise<T> {
  return sandbox.withDatabase(database, ({ url, folder }) =>
    withServiceOn(url, { sandbox, folder }, (service) => use(service, folder)),
  )
}

/** Runs the service on a database during `use`. */
export async function withServiceOn<T>(
  databaseUrl: string,
  { sandbox, folder }: Pick<TransferContext, 'sandbox'> & { readonly folder: string },
  use: (service: Service) => Promise<T>,
): Promise<T> {
  const service = await Service.start(databaseUrl, folder, sandbox.signal)
  try {
    return await use(service)
  } finally {
    await service.stop()
  }
}

/** Imports and exports a few tags that are in no other file. */
export async function warmUp(service: Service, context: TransferContext, folder: string): Promise<void> {
  const { path } = await context.files.of(WARM_UP_TAGS, 'W')
  await service.import(path)
  await service.export(join(folder, 'warm-up.json'))
}

/** Imports a file, and checks that all of it was imported. Returns the time in seconds. */
export async function importAll(service: Service, { path, tags }: PlantFile): Promise<number> {
  const { seconds, summary } = await service.import(path)
  if (summary.imported < tags || summary.errors > 0) throw new Error(`not all imported: ${JSON.stringify(summary)}`)
  return seconds
}
