import { endEveryPendingLogin, endEverySession } from '@plinth/auth'
import { deleteEveryCode } from '@plinth/codes'
import type { Knex } from '@plinth/kernel'
import { deleteEveryRecoveryCode } from '@plinth/second-factor'

/**
 * Ends what a database in an earlier state would let in again: sessions, and one-time codes and recovery codes that may
 * have been used since. Returns the number of sessions.
 */
export async function endEarlierAccess(transaction: Knex.Transaction): Promise<number> {
  await deleteEveryCode(transaction)
  await deleteEveryRecoveryCode(transaction)
  await endEveryPendingLogin(transaction)
  return endEverySession(transaction)
}
