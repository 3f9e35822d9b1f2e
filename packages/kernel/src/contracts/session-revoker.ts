import type { Knex } from 'knex'

/** Ends sessions. Provided by the plugin `auth`. */
export interface SessionRevoker {
  /**
   * Ends every session of a user except the one with the id `keepSessionId`, if given. Runs in the caller's
   * transaction: the sessions are invalid on all replicas once it is committed. Returns the number of ended sessions.
   */
  endSessions(
    target: { readonly identifier: string; readonly keepSessionId?: string | undefined },
    transaction: Knex.Transaction,
  ): Promise<number>
}
