import { createRequire } from 'node:module'
import type { Knex } from 'knex'

/** As much of a transaction of Knex as is used; neither of the two classes has types. */
interface KnexTransaction {
  /** Asks as part of the transaction, which must be under way. */
  readonly trxClient: Asking
  /** Asks beside it. */
  readonly client: Asking
  _completed: boolean
  _resolver(value: unknown): void
  _rejecter(error: unknown): void
}
interface Asking {
  query(connection: unknown, sql: string): Promise<unknown>
}
type Transaction = new (client: unknown, ...rest: readonly unknown[]) => KnexTransaction

const KnexClient = createRequire(import.meta.url)('knex/lib/dialects/sqlite3/index.js') as typeof Knex.Client
const KnexsTransaction = createRequire(import.meta.url)(
  'knex/lib/dialects/sqlite3/execution/sqlite-transaction.js',
) as Transaction

/** SQLite keeps a transaction open whose COMMIT failed, and Knex would lend that connection to the next one. */
class EndedTransaction extends KnexsTransaction {
  async commit(connection: unknown, value: unknown): Promise<void> {
    const committing = this.trxClient.query(connection, 'COMMIT;')
    this._completed = true
    try {
      await committing
    } catch (error) {
      await this.client.query(connection, 'ROLLBACK;').catch(() => {}) // on a full disk SQLite has done so itself
      return this._rejecter(error)
    }
    this._resolver(value)
  }
}

/** Knex's own client of SQLite, but that no transaction outlasts its end. */
export class SqliteClient extends KnexClient {
  override transaction(container: unknown, config: unknown, outer: unknown): Knex.Transaction {
    return new EndedTransaction(this, container, config, outer) as unknown as Knex.Transaction
  }
}
