import type { Knex } from 'knex'

/** Unlocks accounts that were locked after too many wrong passwords. Provided by the plugin `auth`. */
export interface AccountLocks {
  /** Unlocks an account and resets its count of wrong passwords, in the caller's transaction. */
  unlock(username: string, transaction: Knex.Transaction): Promise<void>
}
