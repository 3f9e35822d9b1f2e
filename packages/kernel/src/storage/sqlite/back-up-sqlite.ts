import { rmSync, truncateSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import type { Knex } from 'knex'
import { createBackupFile, notBackedUp } from '../backup-file.js'
import { isReservedName } from './reserved-names.js'
import { LOCK_TIMEOUT_MS } from './sqlite-client.js'

/** Interval in ms between retries: SQLite itself does not wait for some locks. */
const RETRY_INTERVAL_MS = 100

/** Source and target of a backup. */
export interface SqliteBackup {
  /** Path of the open database. */
  readonly path: string
  /** File to create. */
  readonly file: string
}

/**
 * Copies the database of a connection to a new file. Throws `NOT_BACKED_UP`.
 * https://www.sqlite.org/lang_vacuum.html#vacuum_with_an_into_clause
 */
export async function backUpSqlite(knex: Knex, { path, file }: SqliteBackup): Promise<void> {
  if (isReservedName(file, path))
    throw notBackedUp(`${file} is a name that the database itself uses. Name another file`)
  createBackupFile(file)
  try {
    await vacuumInto(knex, file)
  } catch (error) {
    rmSync(file, { force: true })
    throw notBackedUp(
      isBusy(error)
        ? 'the database is busy. Try again shortly'
        : `${file} could not be written (${codeOf(error)}). Check that its disk has free space, and run plinth doctor`,
    )
  }
}

/** Retries while the database is locked. */
async function vacuumInto(knex: Knex, file: string): Promise<void> {
  const deadline = performance.now() + LOCK_TIMEOUT_MS
  for (;;) {
    try {
      await knex.raw('VACUUM INTO ?', [file])
      return
    } catch (error) {
      if (!isBusy(error) || performance.now() > deadline) throw error
      await pause(RETRY_INTERVAL_MS)
      truncateSync(file) // SQLite accepts an existing file only if it is empty
    }
  }
}

const isBusy = (error: unknown) => codeOf(error) === 'SQLITE_BUSY'
const codeOf = (error: unknown) => String((error as { code?: unknown }).code ?? 'no code')
