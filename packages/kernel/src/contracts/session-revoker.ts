import type { Knex } from 'knex'

/** Ends sessions. Provided by the plugin `auth`. */
export interface SessionRevoker {
  /**
   * Ends every session of a user but, when given, the one that asks. Runs in the caller's transaction: they are dead on
   * all replicas once it is committed. Returns how many ended.
   */
  endSessions(
    user: { readonly identifier: string; readonly except?: string | undefined },
    transaction: Knex.Transaction,
  ): Promise<number>
}
