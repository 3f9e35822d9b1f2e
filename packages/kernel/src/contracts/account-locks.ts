import type { Knex } from 'knex'

/** Shows and removes locks of accounts after too many wrong passwords. Provided by the plugin `auth`. */
export interface AccountLocks {
  /** Returns the ends (ms) of all current locks, by canonical username. */
  activeLocks(): Promise<ReadonlyMap<string, number>>
  /** Unlocks an account and resets its count of wrong passwords, in the caller's transaction. */
  unlock(username: string, transaction: Knex.Transaction): Promise<void>
}
