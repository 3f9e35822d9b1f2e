import { createKernel, type Kernel, type KernelOptions, type KernelServices, StartupError } from '@plinth/kernel'
import { type TestDatabase, testDatabases } from '@plinth/testing'
import { AssertionError } from 'chai'

/** Options of a kernel that keeps nothing. */
export const inMemory = { settings: { databaseUrl: 'sqlite::memory:', port: 0 } }

/** SQLite as a file, for what only a file can do. */
export const sqlite: TestDatabase = databaseCalled('SQLite')

/** `createKernel` for the tests of one suite: what it made is stopped after each test, however that ended. */
export function kernelsOfSuite(): (options?: KernelOptions) => Kernel<KernelServices> {
  const made: Kernel<KernelServices>[] = []
  afterEach(async () => {
    for (const kernel of made.splice(0).reverse()) await kernel.stop()
  })
  return (options) => {
    const kernel = createKernel(options)
    made.push(kernel)
    return kernel
  }
}

/** Why a kernel does not start, or another thing is refused. */
export async function refusalOf(work: Promise<unknown>): Promise<StartupError> {
  const outcome = await work.then(
    () => 'it was not refused',
    (error: unknown) => error,
  )
  if (!(outcome instanceof StartupError)) throw new AssertionError(`no StartupError: ${String(outcome)}`)
  return outcome
}

function databaseCalled(wanted: TestDatabase['name']): TestDatabase {
  const found = testDatabases.find(({ name }) => name === wanted)
  if (!found) throw new Error(`there is no test database ${wanted}`)
  return found
}
