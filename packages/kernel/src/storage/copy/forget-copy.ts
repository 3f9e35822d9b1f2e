import type { Knex } from 'knex'
import type { Database } from '../database.js'
import { COPIES, type CopyMark, copyMarkOf } from './copy-mark.js'

/**
 * Removes the mark of `copyDatabase` from a SQLite database, so that kernels can start on it again. `alsoRun` runs in
 * the same transaction: end all sessions there, because sessions that have ended on the copy are still open in this
 * database. Returns the newest mark, or `undefined` if the database was not copied; nothing is changed then.
 */
export async function forgetCopy(
  database: Database,
  alsoRun: (transaction: Knex.Transaction, mark: CopyMark) => Promise<unknown>,
): Promise<CopyMark | undefined> {
  const mark = await copyMarkOf(database)
  if (!mark) return undefined
  await database.write(async (transaction) => {
    await transaction.schema.dropTable(COPIES)
    await alsoRun(transaction, mark)
  })
  return mark
}
