import type { Knex } from 'knex'

/** Locks accounts at which passwords are guessed. Provided by the plugin `auth`. */
export interface AccountLocks {
  /** Lets an account in again, and forgets its wrong passwords. */
  lift(username: string, transaction: Knex.Transaction): Promise<void>
}
