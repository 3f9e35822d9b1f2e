import { createKernel, type Kernel, type KernelOptions, type KernelServices, StartupError } from '@plinth/kernel'
import { type TestDatabase, testDatabases } from '@plinth/testing'
import { AssertionError } from 'chai'

/** Options of a kernel with an in-memory database and a random port. */
export const inMemory = { settings: { databaseUrl: 'sqlite::memory:', port: 0 } }

/** The test database that is a SQLite file, for tests of what only a file can do. */
export const sqlite: TestDatabase = testDatabaseNamed('SQLite')

/** Returns a `createKernel` for a suite. Its kernels are stopped after each test, even after a failed one. */
export function kernelsOfSuite(): (options?: KernelOptions) => Kernel<KernelServices> {
  const created: Kernel<KernelServices>[] = []
  afterEach(async () => {
    for (const kernel of created.splice(0).reverse()) await kernel.stop()
  })
  return (options) => {
    const kernel = createKernel(options)
    created.push(kernel)
    return kernel
  }
}

/** Returns the `StartupError` with which a promise rejects; fails if it resolves or rejects otherwise. */
export async function startupErrorFrom(work: Promise<unknown>): Promise<StartupError> {
  const outcome = await work.then(
    () => 'nothing was thrown',
    (error: unknown) => error,
  )
  if (!(outcome instanceof StartupError)) throw new AssertionError(`no StartupError: ${String(outcome)}`)
  return outcome
}

function testDatabaseNamed(wanted: TestDatabase['name']): TestDatabase {
  const found = testDatabases.find(({ name }) => name === wanted)
  if (!found) throw new Error(`there is no test database ${wanted}`)
  return found
}
