import { createStandardKernel } from '../standard-plugins.js'
import { printJson } from './print.js'

/** `plinth openapi`: prints the OpenAPI document of this version. Needs no settings and no database. */
export async function printOpenapi(): Promise<void> {
  const settings = {
    databaseUrl: 'sqlite::memory:',
    secretKey: 'a placeholder that is never used outside of this command',
  }
  const kernel = createStandardKernel({ settings, announce: () => {} })
  await kernel.start()
  printJson(kernel.openapi)
  await kernel.stop()
}
