import type { Knex } from 'knex'

/** Ends sessions. Provided by the plugin `auth`. */
export interface SessionRevoker {
  /**
   * Ends every session of a user, except the session `except` if given. Runs in the caller's transaction: the sessions
   * are invalid on all replicas once it is committed. Returns how many ended.
   */
  endSessions(
    user: { readonly identifier: string; readonly except?: string | undefined },
    transaction: Knex.Transaction,
  ): Promise<number>
}
