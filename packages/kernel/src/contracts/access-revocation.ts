import type { Knex } from 'knex'

/**
 * Revokes the access that a plugin has granted to a user, such as sessions, when the user is disabled or deleted, or
 * the account is ended or extended after its end. Nothing is called when an account ends by itself: check `validUntil`.
 * Contributed to the point `accessRevocations`.
 */
export interface AccessRevocation {
  /** Runs in the transaction of that change. If it throws, nothing is changed. */
  revoke(identifier: string, transaction: Knex.Transaction): Promise<unknown>
}
