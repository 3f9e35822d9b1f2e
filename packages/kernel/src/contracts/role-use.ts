import type { Knex } from 'knex'

/**
 * Something other than users that acts with roles, such as third-party tokens. A role in use cannot be deleted.
 * Contributed to the point `roleUses`.
 */
export interface RoleUse {
  /** A plural noun for messages, such as `third-party tokens`. */
  readonly name: string
  /** Returns how many act with the role. Runs in the transaction that deletes the role and has locked it. */
  count(role: string, transaction: Knex.Transaction): Promise<number>
  /**
   * Deletes the rows that refer to the role although nothing acts with it any longer, such as revoked tokens. Runs in
   * the transaction that deletes the role, if nothing uses it.
   */
  deleteUnusedRows?(role: string, transaction: Knex.Transaction): Promise<unknown>
}
