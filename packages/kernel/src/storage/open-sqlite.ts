import { statSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import knex, { type Knex } from 'knex'
import { StartupError } from '../errors/startup-error.js'
import { backUpSqlite } from './back-up-sqlite.js'
import type { Database } from './database.js'
import { KnexDatabase } from './knex-database.js'
import { quietKnexLog } from './quiet-knex-log.js'
import { SqliteClient } from './sqlite-client.js'
import { sqliteDialect } from './sqlite-dialect.js'
import { createPrivately, hasBeenInUse, ownSqliteFile, type SqliteOwnership } from './sqlite-ownership.js'
import { sqliteProblem } from './sqlite-problem.js'

/** Longest wait in ms for the one connection that writes. */
const WAIT = 5_000
/** Connections that only read: an import holds none of them, and two exports leave two. */
const READERS = 4

interface Connection {
  run(sql: string, done: (error: Error | null) => void): void
  exec(sql: string, done: (error: Error | null) => void): void
}

/**
 * Opens a SQLite file as its only process, or a database in memory for `:memory:`. Refuses a file that is damaged, and an
 * empty or missing one where a database has been before.
 */
export async function openSqlite(path: string): Promise<Database> {
  requireDriver()
  if (path === ':memory:') return openInMemory()

  if (sizeOf(path) === 0 && !hasBeenInUse(path)) {
    throw sqliteProblem(
      `The database file ${path} is empty. Restore it from a backup; if no database has ever been here, remove it.`,
    )
  }
  const ownership = await ownSqliteFile(path)
  try {
    refuseLostFile(path, ownership)
    createPrivately(path)
    return await openFile(path, ownership)
  } catch (error) {
    await ownership.release()
    throw error
  }
}

function openInMemory(): Database {
  const only = connect(':memory:', { pragmas: ['foreign_keys = ON'], connections: 1 })
  const close = () => only.destroy()
  return new KnexDatabase({ dialect: sqliteDialect, writer: only, reader: only, isOwned: true, close })
}

async function openFile(path: string, ownership: SqliteOwnership): Promise<Database> {
  const writer = connect(path, {
    // FULL: what was acknowledged survives a power cut, not only a crash of the process.
    pragmas: ['foreign_keys = ON', `busy_timeout = ${WAIT}`, 'journal_mode = WAL', 'synchronous = FULL'],
    connections: 1,
  })
  await refuseDamagedFile(writer, path)
  await ownership.markInUse()
  const reader = connect(path, { pragmas: [`busy_timeout = ${WAIT}`, 'query_only = ON'], connections: READERS })

  const close = async () => {
    await reader.destroy()
    await writer.destroy()
    await ownership.release()
  }
  // A connection of its own: neither writers nor readers wait for it.
  const copyTo = async (file: string) => {
    const copier = connect(path, { pragmas: [`busy_timeout = ${WAIT}`], connections: 1 })
    await backUpSqlite(copier, file).finally(() => copier.destroy())
  }
  return new KnexDatabase({ dialect: sqliteDialect, writer, reader, isOwned: true, close, copyTo })
}

function connect(filename: string, { pragmas, connections }: { pragmas: string[]; connections: number }): Knex {
  return knex({
    client: SqliteClient as unknown as typeof Knex.Client,
    connection: { filename },
    useNullAsDefault: true,
    pool: {
      min: 0,
      max: connections,
      // A connection in memory that is dropped takes the database with it.
      ...(filename === ':memory:' && { min: 1, idleTimeoutMillis: 2 ** 31 - 1 }),
      afterCreate: (connection: Connection, done: (error: Error | null, connection: Connection) => void) =>
        connection.exec(pragmas.map((pragma) => `PRAGMA ${pragma};`).join('\n'), (error) => done(error, connection)),
    },
    acquireConnectionTimeout: WAIT,
    log: quietKnexLog,
  })
}

function sizeOf(path: string): number | undefined {
  try {
    return statSync(path).size
  } catch {
    return undefined // what is wrong with the folder is told by whoever makes it
  }
}

/** A volume that was cut off must not look like a first start, which would make a new sudo user. */
function refuseLostFile(path: string, ownership: SqliteOwnership): void {
  if (sizeOf(path) || !ownership.hasBeenInUse) return
  throw sqliteProblem(
    `The database file ${path} is empty or missing, though a database has been here. ` +
      `Restore it from a backup; to begin anew, remove ${ownership.file} as well.`,
  )
}

async function refuseDamagedFile(writer: Knex, path: string): Promise<void> {
  const found = await writer.raw('PRAGMA quick_check(1)').then(
    (rows: { quick_check: string }[]) => rows[0]?.quick_check,
    (error: { code?: string }) => error.code ?? 'unreadable',
  )
  if (found === 'ok') return
  await writer.destroy()
  const remedy =
    found === 'SQLITE_CANTOPEN' || found === 'SQLITE_READONLY'
      ? `cannot be opened for writing. Check that the folder ${dirname(path)} exists and that this user may write in it.`
      : 'is damaged or is no SQLite database. Restore it from a backup.'
  throw sqliteProblem(`The database file ${path} ${remedy}`)
}

function requireDriver(): void {
  try {
    createRequire(import.meta.url).resolve('sqlite3')
  } catch {
    throw new StartupError(
      'The database URL names a SQLite file, but the package "sqlite3" is not installed: npm install sqlite3',
    )
  }
}
