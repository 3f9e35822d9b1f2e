import type { Knex } from 'knex'

/**
 * Revokes what gives a user access, such as sessions, when the user is disabled. Contributed to `accessRevocations`.
 */
export interface AccessRevocation {
  /** Runs in the transaction that disables the user with this identifier. If it throws, the user stays enabled. */
  revoke(identifier: string, transaction: Knex.Transaction): Promise<unknown>
}
