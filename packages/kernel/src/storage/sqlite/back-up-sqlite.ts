import { closeSync, openSync, rmSync } from 'node:fs'
import type { Knex } from 'knex'
import { storageErrors } from '../storage-errors.js'

/**
 * Copies the database of a connection to a file that is not there yet.
 * https://www.sqlite.org/lang_vacuum.html#vacuum_with_an_into_clause
 */
export async function backUpSqlite(knex: Knex, file: string): Promise<void> {
  createNew(file)
  try {
    await knex.raw('VACUUM INTO ?', [file])
  } catch (error) {
    rmSync(file, { force: true })
    throw storageErrors.NOT_BACKED_UP({
      reason: `${file} could not be written (${codeOf(error)}). See that its disk has room`,
    })
  }
}

/** For its owner only: hashes of passwords are in it. */
function createNew(file: string): void {
  try {
    closeSync(openSync(file, 'wx', 0o600))
  } catch (error) {
    const reason =
      codeOf(error) === 'EEXIST'
        ? `${file} is there already. Name another file`
        : `${file} cannot be made (${codeOf(error)}). The service must be able to write there: its user, and its unit (ReadWritePaths=)`
    throw storageErrors.NOT_BACKED_UP({ reason })
  }
}

const codeOf = (error: unknown) => String((error as { code?: unknown }).code ?? 'no code')
