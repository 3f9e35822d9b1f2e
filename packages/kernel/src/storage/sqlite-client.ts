import { createRequire } from 'node:module'
import type { Knex } from 'knex'
import { PreparedStatements, type SqliteConnection } from './prepared-statements.js'

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

type Client = new (
  ...config: readonly unknown[]
) => Knex.Client & {
  _query(connection: SqliteConnection | PreparedStatements, query: object): Promise<object>
}

const KnexsClient = createRequire(import.meta.url)('knex/lib/dialects/sqlite3/index.js') as Client
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

/** By connection; Knex asks by copies of the client. */
const prepared = new WeakMap<SqliteConnection, PreparedStatements>()

/** Knex's own client of SQLite, but that statements are prepared once, and no transaction outlasts its end. */
export class SqliteClient extends KnexsClient {
  override transaction(container: unknown, config: unknown, outer: unknown): Knex.Transaction {
    return new EndedTransaction(this, container, config, outer) as unknown as Knex.Transaction
  }

  override _query(connection: SqliteConnection, query: object): Promise<object> {
    const statements = prepared.get(connection) ?? new PreparedStatements(connection)
    prepared.set(connection, statements)
    return super._query(statements, query)
  }

  override async destroyRawConnection(connection: SqliteConnection): Promise<void> {
    await prepared.get(connection)?.finalize()
    await super.destroyRawConnection(connection)
  }
}
