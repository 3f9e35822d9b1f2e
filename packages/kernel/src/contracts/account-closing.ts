import type { Knex } from 'knex'

/** What else must end when a user is disabled. Contributed to the point `accountClosings`. */
export interface AccountClosing {
  /** Ends it in the transaction that disables the user with this identifier; what it throws keeps the user enabled. */
  close(identifier: string, transaction: Knex.Transaction): Promise<unknown>
}
