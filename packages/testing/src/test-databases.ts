import { cp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { postgresServer } from './postgres-server.js'
import { createTempFolder } from './temp-folder.js'

/** A temporary database. */
export interface TempDatabase {
  /** The value for the setting `databaseUrl`. */
  readonly url: string
  /** A data folder for the kernel's other files. */
  readonly dataDir: string
  /** Deletes the database and the folder. All connections must be closed. */
  drop(): Promise<void>
}

/** A kind of database to test on. */
export interface TestDatabase {
  readonly name: 'SQLite' | 'PostgreSQL'
  /**
   * Creates an empty database, or a copy of one that is not in use. The first call for PostgreSQL starts the server,
   * which takes some seconds.
   */
  create(original?: TempDatabase): Promise<TempDatabase>
}

const sqlite: TestDatabase = {
  name: 'SQLite',
  async create(original) {
    const dataDir = await newFolder(original?.dataDir)
    return { url: `sqlite:${join(dataDir, 'plinth.db')}`, dataDir, drop: () => removeFolder(dataDir) }
  },
}

const postgres: TestDatabase = {
  name: 'PostgreSQL',
  async create(original) {
    const [server, dataDir] = await Promise.all([postgresServer(), newFolder(original?.dataDir)])
    const url = await server.createDatabase(original?.url)
    const drop = async () => {
      await server.dropDatabase(url)
      await removeFolder(dataDir)
    }
    return { url, dataDir, drop }
  },
}

/** SQLite as a file, and a PostgreSQL server that is started on first use. */
export const testDatabases: readonly TestDatabase[] = [sqlite, postgres]

/** Timeout in ms of a test on a database, unless the suite around it has a longer one, or none. */
const TIMEOUT_MS = 60_000

/** Defines the same tests for each database, or for those that `DATABASES` names: `DATABASES=sqlite npm test`. */
export function forEachDatabase(define: (database: TestDatabase) => void): void {
  for (const database of wantedDatabases()) {
    describe(`on ${database.name}`, function () {
      if (this.timeout() > 0) this.timeout(Math.max(this.timeout(), TIMEOUT_MS))
      define(database)
    })
  }
}

function wantedDatabases(): readonly TestDatabase[] {
  const { DATABASES } = process.env
  if (DATABASES === undefined) return testDatabases
  const names = DATABASES.toLowerCase().split(',')
  const wanted = testDatabases.filter(({ name }) =>
    names.some((prefix) => prefix && name.toLowerCase().startsWith(prefix)),
  )
  if (wanted.length === 0)
    throw new Error(`DATABASES is "${DATABASES}". Set it to sqlite, postgres, or both separated by a comma.`)
  return wanted
}

async function newFolder(original?: string): Promise<string> {
  const folder = await createTempFolder('plinth-test-')
  if (original !== undefined) await cp(original, folder, { recursive: true })
  return folder
}

function removeFolder(folder: string): Promise<void> {
  return rm(folder, { recursive: true, force: true })
}
