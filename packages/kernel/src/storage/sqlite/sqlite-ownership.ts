import { accessSync, closeSync, constants, existsSync, openSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { pathToFileURL } from 'node:url'
import type sqlite3 from 'sqlite3'
import { makeFolder } from '../make-folder.js'
import { sqliteDriver } from './sqlite-driver.js'
import { sqliteProblem } from './sqlite-problem.js'

/** Ownership of a SQLite file by this process. It ends with the process at the latest, even after a crash. */
export interface SqliteOwnership {
  /** The owner file, which carries the lock. */
  readonly file: string
  /** Whether a database at this path has been in use before. */
  readonly hasBeenInUse: boolean
  /** Records that a database at this path is in use. */
  markInUse(): Promise<void>
  release(): Promise<void>
}

/** Device and inode of the owner file of each lock that this process holds. */
const lockedOwnerFiles: string[] = []

/**
 * Makes this process the only user of a SQLite file, with an exclusive lock on `<name>-owner` next to it. The operating
 * system releases the lock even after a kill -9. Throws a `StartupError` if another process owns or shares the file.
 */
export async function acquireSqliteFile(path: string): Promise<SqliteOwnership> {
  let hasBeenInUse = false
  const { file, lock, release } = await lockOwnerFile(path, async (lock) => {
    await run(lock, 'PRAGMA locking_mode = EXCLUSIVE')
    await run(lock, 'BEGIN EXCLUSIVE')
    hasBeenInUse = (await firstRow(lock, 'PRAGMA user_version'))?.user_version === 1
    await run(lock, 'COMMIT') // locking_mode keeps the lock
  })
  const markInUse = async () => {
    if (!hasBeenInUse) await run(lock, 'PRAGMA user_version = 1')
  }
  return { file, hasBeenInUse, markInUse, release }
}

/**
 * Acquires a shared lock on a SQLite file: others can share it, but cannot own it. Returns a function that releases
 * the lock. Throws a `StartupError` if a process owns the file.
 */
export async function shareSqliteFile(path: string): Promise<() => Promise<void>> {
  const { release } = await lockOwnerFile(path, async (lock) => {
    await run(lock, 'BEGIN')
    await firstRow(lock, 'PRAGMA user_version') // takes a shared lock, which the open transaction keeps
  })
  return release
}

/** Creates the owner file of a database if it is missing, and acquires a lock on it. */
async function lockOwnerFile(path: string, acquire: (lock: sqlite3.Database) => Promise<void>) {
  const file = ownerFileOf(path)
  createFolder(dirname(path))
  createPrivateFile(file)
  const lock = await openLock(file)
  const identity = identityOf(file)
  try {
    await acquire(lock)
  } catch (error) {
    await close(lock)
    if (codeOf(error) !== 'SQLITE_BUSY') throw unusableFile(file)
    throw sqliteProblem(
      lockedOwnerFiles.includes(identity)
        ? `Another kernel of this process is using the database file ${path}. A SQLite file belongs to one kernel: ` +
            'use that one everywhere, stop() it before the next one starts, or use PostgreSQL for several.'
        : `Another process is using the database file ${path}. A SQLite file belongs to one process: ` +
            'stop the other one, or use PostgreSQL for several.',
    )
  }
  lockedOwnerFiles.push(identity)
  const release = async () => {
    await close(lock)
    lockedOwnerFiles.splice(lockedOwnerFiles.indexOf(identity), 1)
  }
  return { file, lock, release }
}

function identityOf(file: string): string {
  const { dev, ino } = statSync(file)
  return `${dev}:${ino}`
}

/** Returns whether the owner file exists: a process has created a database at this path, or has begun to. */
export function hasOwnerFile(path: string): boolean {
  return existsSync(ownerFileOf(path))
}

/** Returns the path of the file whose lock stands for a SQLite file. */
export const ownerFileOf = (path: string) => `${path}-owner`

/**
 * Returns whether a database at a path has been in use. Ignores the owner's lock: SQLite reads an immutable file
 * without one. The owner file is not read with `fs`, because a process that closes a file loses all its locks on it.
 * https://www.sqlite.org/howtocorrupt.html#_posix_advisory_locks_canceled_by_a_separate_thread_doing_close_
 */
export async function hasBeenInUse(path: string): Promise<boolean> {
  const uri = `${pathToFileURL(ownerFileOf(path)).href}?mode=ro&immutable=1`
  const driver = sqliteDriver()
  const ownerFile = await openFile(uri, driver.OPEN_READONLY | driver.OPEN_URI).catch(() => undefined)
  if (!ownerFile) return false // missing
  try {
    return (await firstRow(ownerFile, 'PRAGMA user_version'))?.user_version === 1
  } catch {
    return false // not a SQLite file
  } finally {
    await close(ownerFile)
  }
}

function createFolder(folder: string): void {
  try {
    makeFolder(folder)
  } catch {
    throw sqliteProblem(
      `The folder ${folder} for the database cannot be created. Check the permissions of its parent folder.`,
    )
  }
}

/**
 * Creates a file that only its owner can access. SQLite creates the files next to it with the same mode. An existing
 * file keeps its mode, and is not opened: closing it would release all locks of this process on it.
 */
export function createPrivateFile(file: string): void {
  try {
    if (!createIfMissing(file)) accessSync(file, constants.R_OK | constants.W_OK)
  } catch {
    throw unusableFile(file)
  }
}

/** Creates a file. Returns false if it exists. */
function createIfMissing(file: string): boolean {
  try {
    closeSync(openSync(file, 'wx', 0o600))
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw error
  }
}

async function openLock(file: string): Promise<sqlite3.Database> {
  const { OPEN_READWRITE } = sqliteDriver()
  const lock = await openFile(file, OPEN_READWRITE).catch(() => {
    throw unusableFile(file)
  })
  lock.configure('busyTimeout', 0)
  return lock
}

function openFile(file: string, flags: number): Promise<sqlite3.Database> {
  const driver = sqliteDriver()
  return new Promise((resolve, reject) => {
    const opened: sqlite3.Database = new driver.Database(file, flags, (error) =>
      error ? reject(error) : resolve(opened),
    )
  })
}

function unusableFile(file: string) {
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
