import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Knex } from 'knex'
import type { Database } from '../database.js'
import { inSentences, type Obstacle } from '../database-not-opened.js'
import { KnexDatabase } from '../knex-database.js'
import { resolveLink } from '../resolve-link.js'
import { backUpSqlite } from './back-up-sqlite.js'
import { refuseMultipleNames } from './refuse-multiple-names.js'
import { replacementDetector } from './replacement-detector.js'
import { BUSY_TIMEOUT_MS, LOCK_TIMEOUT_MS } from './sqlite-client.js'
import { type DiagnosedFile, diagnoseSqlite, sqliteObstacle } from './sqlite-diagnosis.js'
import { sqliteDialect } from './sqlite-dialect.js'
import { sqliteDriver } from './sqlite-driver.js'
import { sqliteLookUp } from './sqlite-look-up.js'
import { acquireSqliteFile, createPrivateFile, hasOwnerFile, type SqliteOwnership } from './sqlite-ownership.js'
import { sqlitePool } from './sqlite-pool.js'
import { SQLITE_REPLACED, sqliteProblem } from './sqlite-problem.js'

/** Size to which the write-ahead log shrinks after a large transaction. */
const MAX_IDLE_LOG_BYTES = 64 * 2 ** 20
/** Number of read-only connections. Writes use none of them. */
const READER_CONNECTIONS = 4

/**
 * Opens a SQLite file, which no other process can then open, or an in-memory database for `:memory:`. Throws a
 * `StartupError` if the file cannot be used: it is damaged, empty without an owner file, or empty or missing although
 * there was a database before.
 */
export async function openSqlite(location: string): Promise<Database> {
  sqliteDriver() // throws before anything is created
  if (location === ':memory:') return openInMemory()

  const path = resolveLink(location)
  // A first start that was killed leaves an empty file with an owner file. Without an owner file, the empty file is not
  // from Plinth. If the database has been in use, refuseLostFile refuses the empty file.
  if (sizeOf(path) === 0 && !hasOwnerFile(path)) {
    throw sqliteProblem(
      `The database file ${path} is empty. Restore it from a backup; if no database has ever been here, remove it.`,
    )
  }
  refuseFolder(path)
  refuseMultipleNames(path)
  const ownership = await acquireSqliteFile(path)
  try {
    refuseLostFile(path, ownership)
    createPrivateFile(path)
    return await openFile(path, ownership)
  } catch (error) {
    await ownership.release()
    throw error
  }
}

function refuseFolder(path: string): void {
  if (!existsSync(path) || !statSync(path).isDirectory()) return
  throw sqliteProblem(`${path} is a folder. Name a file in it, such as ${join(path, 'plinth.db')}.`)
}

function openInMemory(): Database {
  // Closing the connection would delete the database.
  const pool = sqlitePool(':memory:', { pragmas: ['foreign_keys = ON'], maxConnections: 1, keepsOneConnection: true })
  const close = () => pool.destroy()
  return new KnexDatabase({ dialect: sqliteDialect, writer: pool, reader: pool, isOwned: true, close })
}

type OpenPool = (options: Parameters<typeof sqlitePool>[1]) => Knex

async function openFile(path: string, ownership: SqliteOwnership): Promise<Database> {
  const pools: Knex[] = []
  const open: OpenPool = (options) => {
    const pool = sqlitePool(path, options)
    pools.push(pool)
    return pool
  }
  try {
    return await openPools(path, ownership, open)
  } catch (error) {
    await Promise.all(pools.map((pool) => pool.destroy())) // an open connection keeps the process running
    throw error
  }
}

async function openPools(path: string, ownership: SqliteOwnership, open: OpenPool): Promise<Database> {
  let isReplaced = () => false // until the files exist that the detector watches
  const writer = open({
    isReplaced: () => isReplaced(),
    // FULL: an acknowledged write survives a power cut, not only a crash of the process.
    pragmas: [
      'foreign_keys = ON',
      `busy_timeout = ${BUSY_TIMEOUT_MS}`,
      'journal_mode = WAL',
      'synchronous = FULL',
      `journal_size_limit = ${MAX_IDLE_LOG_BYTES}`,
    ],
    maxConnections: 1,
  })
  await refuseDamagedFile(writer, path)
  await refuseEmptiedFile(writer, path, ownership)
  // SQLite removes the write-ahead log when the last connection is closed: this one stays open
  const permanent = open({ pragmas: ['query_only = ON'], maxConnections: 1, keepsOneConnection: true })
  await permanent.raw('SELECT count(*) FROM sqlite_master') // opens the log
  isReplaced = replacementDetector(path, { withCompanions: true })
  const reader = open({
    isReplaced,
    pragmas: [`busy_timeout = ${LOCK_TIMEOUT_MS}`, 'query_only = ON'],
    maxConnections: READER_CONNECTIONS,
  })

  const close = async () => {
    await reader.destroy()
    await writer.destroy()
    await permanent.destroy()
    await ownership.release()
  }
  // A separate connection, so that neither writers nor readers wait for it.
  const copyTo = async (file: string) => {
    const pool = sqlitePool(path, { isReplaced, pragmas: [`busy_timeout = ${LOCK_TIMEOUT_MS}`], maxConnections: 1 })
    await backUpSqlite(pool, { path, file }).finally(() => pool.destroy())
  }
  const writeProblemCode = () => (isReplaced() ? SQLITE_REPLACED : undefined)
  const hooks = { writeProblemCode, onFirstWrite: ownership.markInUse }
  const lookUp = sqliteLookUp(reader)
  return new KnexDatabase({ dialect: sqliteDialect, writer, reader, lookUp, isOwned: true, close, copyTo, ...hooks })
}

function sizeOf(path: string): number | undefined {
  try {
    return statSync(path).size
  } catch {
    return undefined // a problem of the folder is reported when the file is created
  }
}

/**
 * Throws if the file of an earlier database is missing: a volume that is not mounted must not look like a first start,
 * which would create a new database.
 */
function refuseLostFile(path: string, ownership: SqliteOwnership): void {
  if (sizeOf(path) || !ownership.hasBeenInUse) return
  throw refusal('lost', { path })
}

/**
 * Throws if a database that was in use has no tables, as when a new database is copied without its write-ahead log,
 * which may still hold all of it.
 */
async function refuseEmptiedFile(writer: Knex, path: string, ownership: SqliteOwnership): Promise<void> {
  if (!ownership.hasBeenInUse) return
  const [{ tables }] = await writer.raw("SELECT count(*) AS tables FROM sqlite_master WHERE type = 'table'")
  if (tables > 0) return
  throw refusal('emptied', { path })
}

async function refuseDamagedFile(writer: Knex, path: string): Promise<void> {
  const found: { quick_check: string }[] = await writer
    .raw('PRAGMA quick_check(1)')
    .catch((error: { code?: string }) => {
      throw refusal(sqliteObstacle(error.code), { path, code: error.code })
    })
  if (found[0]?.quick_check !== 'ok') throw refusal('damaged', { path })
}

const refusal = (obstacle: Obstacle, file: DiagnosedFile) => sqliteProblem(inSentences(diagnoseSqlite(obstacle, file)))
