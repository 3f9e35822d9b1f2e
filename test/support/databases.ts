import { sharePostgres, stopPostgres, usePostgres } from '@plinth/testing'

/** Where the process that starts the others tells them of its server. */
const SHARED = 'PLINTH_TEST_POSTGRES_PORT'
const { [SHARED]: port } = process.env
if (port !== undefined) usePostgres(Number(port))

/** mocha's own names for what runs once, before and after all files, in the process that starts the others. */
export async function mochaGlobalSetup(): Promise<void> {
  process.env[SHARED] = String(await sharePostgres())
}
export const mochaGlobalTeardown = stopPostgres
