import { createStandardKernel } from '../standard-plugins.js'
import { printJson } from './print.js'

/** `plinth openapi`: prints the OpenAPI document of this version. Needs no settings and touches no database. */
export async function printOpenapi(): Promise<void> {
  const settings = { databaseUrl: 'sqlite::memory:', secretKey: 'of no use to anybody beyond this command alone' }
  const kernel = createStandardKernel({ settings, announce: () => {} })
  await kernel.start()
  printJson(kernel.openapi)
  await kernel.stop()
}
