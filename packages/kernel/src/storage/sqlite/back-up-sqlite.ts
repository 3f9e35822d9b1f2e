import { closeSync, openSync, realpathSync, rmSync, truncateSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Knex } from 'knex'
import { storageErrors } from '../storage-errors.js'
import { LOCK_TIMEOUT_MS } from './sqlite-client.js'

/** What SQLite, the lock of the owner and a restore put beside a database, and remove. */
const OWN_NAME = /^-(?:(?:restore|keep|owner)(?:-(?:journal|wal|shm))?|journal|wal|shm)$/

/** Some locks SQLite does not wait for. */
const RETRY_INTERVAL_MS = 100

/** Where a backup comes from, and goes. */
export interface SqliteBackup {
  /** The database of the connection. */
  readonly path: string
  /** A file that is not there yet. */
  readonly file: string
}

/**
 * Copies the database of a connection to a new file.
 * https://www.sqlite.org/lang_vacuum.html#vacuum_with_an_into_clause
 */
export async function backUpSqlite(knex: Knex, { path, file }: SqliteBackup): Promise<void> {
  if (isOwnName(file, path)) throw notBackedUp(`${file} is a name that the database itself uses. Name another file`)
  createNew(file)
  try {
    await vacuumInto(knex, file)
  } catch (error) {
    rmSync(file, { force: true })
    throw notBackedUp(
      isBusy(error)
        ? 'the database is busy. Try again shortly'
        : `${file} could not be written (${codeOf(error)}). See that its disk has room`,
    )
  }
}

/** Tries again while the database is locked. */
async function vacuumInto(knex: Knex, file: string): Promise<void> {
  const lastTryAt = performance.now() + LOCK_TIMEOUT_MS
  for (;;) {
    try {
      await knex.raw('VACUUM INTO ?', [file])
      return
    } catch (error) {
      if (!isBusy(error) || performance.now() > lastTryAt) throw error
      await pause(RETRY_INTERVAL_MS)
      truncateSync(file) // SQLite takes an empty file only
    }
  }
}

function isOwnName(file: string, path: string): boolean {
  const name = basename(path)
  if (!basename(file).startsWith(name) || !OWN_NAME.test(basename(file).slice(name.length))) return false
  return realFolderOf(file) === realFolderOf(path)
}

function realFolderOf(file: string): string {
  try {
    return realpathSync(dirname(file))
  } catch {
    return dirname(file) // whoever makes the file tells that it is not there
  }
}

/** For its owner only: hashes of passwords are in it. */
function createNew(file: string): void {
  try {
    closeSync(openSync(file, 'wx', 0o600))
  } catch (error) {
    throw notBackedUp(
      codeOf(error) === 'EEXIST'
        ? `${file} is there already. Name another file`
        : `${file} cannot be made (${codeOf(error)}). The service must be able to write there: its user, and its unit (ReadWritePaths=)`,
    )
  }
}

const notBackedUp = (reason: string) => storageErrors.NOT_BACKED_UP({ reason })
const isBusy = (error: unknown) => codeOf(error) === 'SQLITE_BUSY'
const codeOf = (error: unknown) => String((error as { code?: unknown }).code ?? 'no code')
