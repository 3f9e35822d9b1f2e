import { endEveryPendingLogin, endEverySession } from '@plinth/auth'
import { deleteEveryCode } from '@plinth/codes'
import type { Knex } from '@plinth/kernel'
import { deleteEveryRecoveryCode } from '@plinth/second-factor'

/**
 * Ends the access that a database in an earlier state would grant again: sessions, pending logins, and the one-time and
 * recovery codes, which may have been used since. Returns the number of sessions.
 */
export async function endEarlierAccess(transaction: Knex.Transaction): Promise<number> {
  await deleteEveryCode(transaction)
  await deleteEveryRecoveryCode(transaction)
  await endEveryPendingLogin(transaction)
  return endEverySession(transaction)
}
