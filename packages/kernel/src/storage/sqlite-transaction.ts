/** As much of a transaction of Knex as is used; it has no types. */
interface KnexTransaction {
  /** Asks as part of the transaction, which must be under way. */
  readonly trxClient: Asking
  /** Asks beside it. */
  readonly client: Asking
  commit(connection: unknown, value: unknown): Promise<void>
  _completed: boolean
  _resolver(value: unknown): void
  _rejecter(error: unknown): void
}
interface Asking {
  query(connection: unknown, sql: string): Promise<unknown>
}

/**
 * Lets a transaction that has not begun yet end in any case: SQLite keeps one open whose COMMIT failed, and Knex would lend that connection
 * to the next one. Works on the transaction alone, whoever's Knex it is of.
 */
export function endInAnyCase(transaction: Promise<unknown>): void {
  const own = transaction as unknown as KnexTransaction
  own.commit = async (connection, value) => {
    const committing = own.trxClient.query(connection, 'COMMIT;')
    own._completed = true
    try {
      await committing
    } catch (error) {
      await own.client.query(connection, 'ROLLBACK;').catch(() => {}) // on a full disk SQLite has done so itself
      return own._rejecter(error)
    }
    own._resolver(value)
  }
}
