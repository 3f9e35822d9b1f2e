import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { postgresServer } from './postgres-server.js'

/** A database that is empty, and gone after `drop`. */
export interface ThrowAwayDatabase {
  /** As the setting `databaseUrl` wants it. */
  readonly url: string
  /** A folder of its own for whatever else a kernel keeps. */
  readonly dataDir: string
  /** Deletes the database and the folder; whoever used it must have closed it. */
  drop(): Promise<void>
}

/** One of the databases that everything is tested on. */
export interface TestDatabase {
  readonly name: 'SQLite' | 'PostgreSQL'
  /** Makes an empty database. The first one on PostgreSQL starts the server, which takes some seconds. */
  create(): Promise<ThrowAwayDatabase>
}

const sqlite: TestDatabase = {
  name: 'SQLite',
  async create() {
    const dataDir = await newFolder()
    return { url: `sqlite:${join(dataDir, 'plinth.db')}`, dataDir, drop: () => removeFolder(dataDir) }
  },
}

const postgres: TestDatabase = {
  name: 'PostgreSQL',
  async create() {
    const [server, dataDir] = await Promise.all([postgresServer(), newFolder()])
    const url = await server.createDatabase()
    const drop = async () => {
      await server.dropDatabase(url)
      await removeFolder(dataDir)
    }
    return { url, dataDir, drop }
  },
}

/** SQLite as a file, and a PostgreSQL server that is started when it is first needed. */
export const testDatabases: readonly TestDatabase[] = [sqlite, postgres]

/** Defines the same tests for each database. */
export function forEachDatabase(define: (database: TestDatabase) => void): void {
  for (const database of testDatabases) {
    describe(`on ${database.name}`, function () {
      this.timeout(60_000)
      define(database)
    })
  }
}

function newFolder(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'plinth-test-'))
}

function removeFolder(folder: string): Promise<void> {
  return rm(folder, { recursive: true, force: true })
}
