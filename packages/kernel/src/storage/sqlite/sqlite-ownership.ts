import { closeSync, openSync, readFileSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import type sqlite3 from 'sqlite3'
import { makeFolder } from '../make-folder.js'
import { sqliteDriver } from './sqlite-driver.js'
import { sqliteProblem } from './sqlite-problem.js'

/** The right of this process to a SQLite file; gone by itself when the process ends, however it ends. */
export interface SqliteOwnership {
  /** The sidecar file that stands for it. */
  readonly file: string
  /** Whether a database has been in use beside the sidecar before. */
  readonly hasBeenInUse: boolean
  /** Remembers that there is a database now. */
  markInUse(): Promise<void>
  release(): Promise<void>
}

/** The sidecars that this process has, whatever the paths that led to them. */
const OWN = new Set<string>()

/**
 * Takes a SQLite file for this process alone, by an exclusive lock on `<name>-owner` beside it. The operating system
 * frees the lock after a kill -9 as well. Throws a `StartupError` when another process has it.
 */
export async function ownSqliteFile(path: string): Promise<SqliteOwnership> {
  const file = `${path}-owner`
  createFolder(dirname(path))
  createPrivately(file)
  const lock = await openLock(file)
  try {
    await run(lock, 'PRAGMA locking_mode = EXCLUSIVE')
    await run(lock, 'BEGIN EXCLUSIVE')
    const mark = await firstRow(lock, 'PRAGMA user_version')
    const hasBeenInUse = mark?.user_version === 1
    await run(lock, 'COMMIT') // locking_mode keeps the lock
    const identity = identityOf(file)
    OWN.add(identity)
    return {
      file,
      hasBeenInUse,
      markInUse: async () => {
        if (!hasBeenInUse) await run(lock, 'PRAGMA user_version = 1')
      },
      release: async () => {
        await close(lock)
        OWN.delete(identity)
      },
    }
  } catch (error) {
    await close(lock)
    if (codeOf(error) !== 'SQLITE_BUSY') throw unusable(file)
    throw sqliteProblem(
      OWN.has(identityOf(file))
        ? `Another kernel of this process is using the database file ${path}. A SQLite file belongs to one kernel: ` +
            'use that one everywhere, stop() it before the next one starts, or use PostgreSQL for several.'
        : `Another process is using the database file ${path}. A SQLite file belongs to one process: ` +
            'stop the other one, or use PostgreSQL for several.',
    )
  }
}

function identityOf(file: string): string {
  const { dev, ino } = statSync(file)
  return `${dev}:${ino}`
}

/** Where SQLite keeps `user_version` in a file, by its documented format. */
const MARK_OFFSET = 60

/**
 * Whether a database has been in use at a path, without opening its sidecar, which its owner holds. Not for the owner
 * itself: a process that closes a file frees its locks on it.
 */
export function hasBeenInUse(path: string): boolean {
  try {
    return readFileSync(`${path}-owner`).readUInt32BE(MARK_OFFSET) === 1
  } catch {
    return false // none, or one that has never been written
  }
}

function createFolder(folder: string): void {
  try {
    makeFolder(folder)
  } catch {
    throw sqliteProblem(
      `The folder ${folder} for the database cannot be made. Check who may write in the folder above it.`,
    )
  }
}

/** For its owner only; SQLite gives what it makes beside a file the same rights. A file that is there keeps its own. */
export function createPrivately(file: string): void {
  try {
    closeSync(openSync(file, 'a', 0o600))
  } catch {
    throw unusable(file)
  }
}

function openLock(file: string): Promise<sqlite3.Database> {
  const driver = sqliteDriver()
  return new Promise((resolve, reject) => {
    const lock: sqlite3.Database = new driver.Database(file, (error) => {
      if (error) return reject(unusable(file))
      lock.configure('busyTimeout', 0)
      resolve(lock)
    })
  })
}

function unusable(file: string) {
  return sqliteProblem(
    `The file ${file} cannot be opened for writing. Check that it and the folder ${dirname(file)} belong to the user ` +
      'that runs Plinth, and are not read-only.',
  )
}

function run(lock: sqlite3.Database, sql: string): Promise<void> {
  return new Promise((resolve, reject) => lock.run(sql, (error) => (error ? reject(error) : resolve())))
}

function firstRow(lock: sqlite3.Database, sql: string): Promise<{ user_version: number } | undefined> {
  return new Promise((resolve, reject) =>
    lock.get(sql, (error: Error | null, row: { user_version: number } | undefined) =>
      error ? reject(error) : resolve(row),
    ),
  )
}

function close(lock: sqlite3.Database): Promise<void> {
  return new Promise((resolve) => lock.close(() => resolve()))
}

function codeOf(error: unknown): string | undefined {
  return (error as { code?: string }).code
}
