import { createStandardKernel } from '../standard-plugins.js'

/** `plinth openapi`: prints the OpenAPI document of this version. Needs no settings and touches no database. */
export async function printOpenapi(): Promise<void> {
  const key = 'of no use to anybody beyond this command alone'
  const settings = { databaseUrl: 'sqlite::memory:', secretKey: key, auditKey: key }
  const kernel = createStandardKernel({ settings, announce: () => {} })
  await kernel.start()
  console.log(JSON.stringify(kernel.openapi, null, 2))
  await kernel.stop()
}
