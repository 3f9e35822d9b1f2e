import { rmSync } from 'node:fs'
import { createStandardKernel, type StandardServices } from '@plinth/service'
import {
  startTestApp,
  type TestApp,
  type TestAppOptions,
  type TestDatabase,
  type ThrowAwayDatabase,
} from '@plinth/testing'

/** The standard plugins, started for a test. */
export type App = TestApp<StandardServices>

/** Starts the standard plugins on a database that has their schema and nothing else. */
export const startApp = (options: Omit<TestAppOptions<StandardServices>, 'kernel'>): Promise<App> =>
  startTestApp({ ...options, database: withSchema(options.database), kernel: createStandardKernel })

/** Made once, and copied for each app: the migrations take longer than many a test, and have tests of their own. */
const originals = new Map<TestDatabase, Promise<ThrowAwayDatabase>>()

function withSchema(database: TestDatabase): TestDatabase {
  const create = async () => {
    const original = originals.get(database) ?? makeOriginal(database)
    originals.set(database, original)
    return database.create(await original)
  }
  return { name: database.name, create }
}

async function makeOriginal(database: TestDatabase): Promise<ThrowAwayDatabase> {
  const original = await database.create()
  process.once('exit', () => rmSync(original.dataDir, { recursive: true, force: true }))
  const { url: databaseUrl, dataDir } = original
  const key = 'a key of 32 bytes or more, with which nothing is signed or sealed'
  const settings = { databaseUrl, dataDir, secretKey: key, auditKey: key }
  await createStandardKernel({ settings }).migrate()
  return original
}
