import type { Knex } from 'knex'

/**
 * Revokes the access that a plugin has granted to a user, such as sessions, when the user is disabled. Contributed to
 * the point `accessRevocations`.
 */
export interface AccessRevocation {
  /** Runs in the transaction that disables the user with this identifier. If it throws, the user stays enabled. */
  revoke(identifier: string, transaction: Knex.Transaction): Promise<unknown>
}
