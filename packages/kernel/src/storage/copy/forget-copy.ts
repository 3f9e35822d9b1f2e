import type { Knex } from 'knex'
import type { Database } from '../database.js'
import { COPIES, type CopyMark, copyMarkOf } from './copy-mark.js'

/**
 * Lets kernels start again on a SQLite database that `copyDatabase` has copied. `alongside` runs in the transaction
 * that removes the mark: end the sessions there, because sessions that ended on the copy are still open in this
 * database. Returns the newest forgotten copy. Returns `undefined`, and does nothing, if the database was not copied.
 */
export async function forgetCopy(
  database: Database,
  alongside: (transaction: Knex.Transaction, mark: CopyMark) => Promise<unknown>,
): Promise<CopyMark | undefined> {
  const mark = await copyMarkOf(database)
  if (!mark) return undefined
  await database.write(async (transaction) => {
    await transaction.schema.dropTable(COPIES)
    await alongside(transaction, mark)
  })
  return mark
}
