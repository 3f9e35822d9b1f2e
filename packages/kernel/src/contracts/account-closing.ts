import type { Knex } from 'knex'

/** Closes whatever belongs to a user when the user is disabled. Contributed to the point `accountClosings`. */
export interface AccountClosing {
  /** Runs in the transaction that disables the user with this identifier. If it throws, the user stays enabled. */
  close(identifier: string, transaction: Knex.Transaction): Promise<unknown>
}
