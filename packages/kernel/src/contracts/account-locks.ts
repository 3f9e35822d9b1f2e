import type { Knex } from 'knex'

/** Locks accounts whose passwords somebody guesses. Provided by the plugin `auth`. */
export interface AccountLocks {
  /** Unlocks an account and resets its count of wrong passwords. */
  lift(username: string, transaction: Knex.Transaction): Promise<void>
}
