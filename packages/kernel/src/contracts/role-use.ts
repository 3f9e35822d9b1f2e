import type { Knex } from 'knex'

/**
 * What acts with a role, besides users, such as third-party tokens. A role in use cannot be deleted. Contributed to the
 * point `roleUses`.
 */
export interface RoleUse {
  /** What acts with roles, for messages: a noun in the plural. */
  readonly name: string
  /** Returns how many act with the role. Runs in the transaction that deletes the role, and locks it. */
  count(role: string, transaction: Knex.Transaction): Promise<number>
  /**
   * Deletes the rows that refer to the role although nothing acts with it any longer, such as revoked tokens. Runs in
   * the transaction that deletes the role, if nothing uses it.
   */
  release?(role: string, transaction: Knex.Transaction): Promise<unknown>
}
