import { rmSync } from 'node:fs'
import { createStandardKernel, type StandardServices } from '@plinth/service'
import { startTestApp, type TempDatabase, type TestApp, type TestAppOptions, type TestDatabase } from '@plinth/testing'

/** The standard plugins, started for a test. */
export type App = TestApp<StandardServices>

/** Starts the standard plugins on a new database, a copy of one that is already migrated. */
export const startApp = (options: Omit<TestAppOptions<StandardServices>, 'kernel'>): Promise<App> =>
  startTestApp({ ...options, database: withSchema(options.database), kernel: createStandardKernel })

/** Migrated databases, created once and copied for each app: migrations take longer than many tests. */
const originals = new Map<TestDatabase, Promise<TempDatabase>>()

/** Returns a test database that creates copies of a migrated one. */
function withSchema(database: TestDatabase): TestDatabase {
  const create = async () => {
    const original = originals.get(database) ?? createOriginal(database)
    originals.set(database, original)
    return database.create(await original)
  }
  return { name: database.name, create }
}

async function createOriginal(database: TestDatabase): Promise<TempDatabase> {
  const original = await database.create()
  process.once('exit', () => rmSync(original.dataDir, { recursive: true, force: true }))
  const { url: databaseUrl, dataDir } = original
  const settings = { databaseUrl, dataDir, secretKey: 'a key of 32 bytes or more that no test signs with' }
  await createStandardKernel({ settings }).migrate()
  return original
}
