import { endEverySession } from '@plinth/auth'
import { deleteEveryCode } from '@plinth/codes'
import type { Knex } from '@plinth/kernel'

/**
 * Ends what a database in an earlier state would let in again: sessions, and one-time codes that may have been used
 * since. Returns the number of sessions.
 */
export async function endEarlierAccess(transaction: Knex.Transaction): Promise<number> {
  await deleteEveryCode(transaction)
  return endEverySession(transaction)
}
