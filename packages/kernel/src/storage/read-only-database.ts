import { statSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import knex, { type Knex } from 'knex'
import { withoutSecrets } from '../errors/without-secrets.js'
import type { Database } from './database.js'
import { DatabaseNotOpened, type Obstacle } from './database-not-opened.js'
import { KnexDatabase } from './knex-database.js'
import { createPool } from './postgres/create-pool.js'
import { postgresDialect } from './postgres/postgres-dialect.js'
import { postgresObstacle } from './postgres/server/postgres-obstacle.js'
import { PostgresServers } from './postgres/server/postgres-servers.js'
import { serverUrlsOf } from './postgres/server/server-urls.js'
import { quietKnexLog } from './quiet-knex-log.js'
import { resolveLink } from './resolve-link.js'
import { sqliteObstacle } from './sqlite/sqlite-diagnosis.js'
import { sqliteDialect } from './sqlite/sqlite-dialect.js'
import { sqliteDriver } from './sqlite/sqlite-driver.js'
import { hasBeenInUse } from './sqlite/sqlite-ownership.js'

/** Timeout in ms for opening a file. */
const OPEN_TIMEOUT_MS = 5_000

/** Opens a SQLite file, even while another process owns it. */
export async function openReadOnlySqlite(location: string): Promise<Database> {
  requireDriver()
  const path = resolveLink(location)
  const size = sizeOf(path)
  if (size === 0) throw new DatabaseNotOpened((await hasBeenInUse(path)) ? 'lost' : 'not-created')
  const reader = knex({
    client: 'sqlite3',
    connection: { filename: readOnlyUriOf(path), flags: ['OPEN_URI'] },
    useNullAsDefault: true,
    pool: { min: 0, max: 1 },
    acquireConnectionTimeout: OPEN_TIMEOUT_MS,
    log: quietKnexLog,
  })
  const obstacleOf = (error: unknown) => sqliteObstacle(withoutSecrets(error).code)
  const found = await queryOrClose(reader, () => reader.raw('PRAGMA quick_check(1)'), obstacleOf)
  if (found[0].quick_check !== 'ok') await closeAndThrow(reader, new DatabaseNotOpened('damaged'))
  if ((await hasNoTables(reader)) && (await hasBeenInUse(path)))
    await closeAndThrow(reader, new DatabaseNotOpened('emptied'))
  return readOnlyDatabase(reader, sqliteDialect)
}

async function hasNoTables(reader: Knex): Promise<boolean> {
  const [{ tables }] = await reader.raw("SELECT count(*) AS tables FROM sqlite_master WHERE type = 'table'")
  return tables === 0
}

function requireDriver(): void {
  try {
    sqliteDriver()
  } catch {
    throw new DatabaseNotOpened('no-driver')
  }
}

/** Returns the size of a file, 0 if it is missing. Throws if this user may not access it. */
function sizeOf(path: string): number {
  try {
    return statSync(path).size
  } catch (error) {
    const { code } = withoutSecrets(error)
    if (code === 'ENOENT') return 0
    // `throwIfNoEntry: false` is not used, because newer versions of Node also return undefined if a parent is a file
    throw new DatabaseNotOpened('unreadable', code)
  }
}

/**
 * Returns the URI of a file. If a write-ahead log and its index exist, the file is in use or its process was killed;
 * the URI then only prevents changes to the index. If not, the file is complete, and the URI declares it as immutable,
 * because a normal reader would create the log and the index.
 */
function readOnlyUriOf(path: string): string {
  const isInUse = exists(`${path}-wal`) && exists(`${path}-shm`)
  return `${pathToFileURL(path).href}?mode=ro&${isInUse ? 'readonly_shm=1' : 'immutable=1'}`
}

function exists(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false }) !== undefined
}

/**
 * Connects to a PostgreSQL server, with a session that is read-only unless a connection pooler is in between. A standby
 * is accepted if there is no other server.
 */
export async function openReadOnlyPostgres(url: string): Promise<Database> {
  const servers = new PostgresServers(serverUrlsOf(url, 'PLINTH_DATABASE_URL'))
  const reader = createPool({ servers, purpose: 'observer', max: 1, applicationName: 'plinth doctor' })
  await queryOrClose(reader, () => reader.raw('SELECT 1'), postgresObstacle)
  return readOnlyDatabase(reader, postgresDialect)
}

async function queryOrClose<T>(
  reader: Knex,
  query: () => Promise<T>,
  obstacleOf: (error: unknown) => Obstacle,
): Promise<T> {
  try {
    return await query()
  } catch (error) {
    return closeAndThrow(reader, new DatabaseNotOpened(obstacleOf(error), withoutSecrets(error).code))
  }
}

async function closeAndThrow(reader: Knex, error: DatabaseNotOpened): Promise<never> {
  await reader.destroy()
  throw error
}

function readOnlyDatabase(reader: Knex, dialect: typeof sqliteDialect): Database {
  return new KnexDatabase({ dialect, writer: reader, reader, close: () => reader.destroy() })
}
