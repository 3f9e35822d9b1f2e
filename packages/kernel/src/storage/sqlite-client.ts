import { createRequire } from 'node:module'
import type { Knex } from 'knex'
import type { Binding } from './look-up.js'
import { PreparedStatements, type SqliteConnection } from './prepared-statements.js'

type Client = new (
  ...config: readonly unknown[]
) => Knex.Client & {
  _query(connection: SqliteConnection | PreparedStatements, query: object): Promise<object>
}

const KnexsClient = createRequire(import.meta.url)('knex/lib/dialects/sqlite3/index.js') as Client

/** By connection; Knex asks by copies of the client. */
const prepared = new WeakMap<SqliteConnection, PreparedStatements>()

/** Knex's own client of SQLite, but that statements are prepared once. */
export class SqliteClient extends KnexsClient {
  override _query(connection: SqliteConnection, query: object): Promise<object> {
    const statements = prepared.get(connection) ?? new PreparedStatements(connection)
    prepared.set(connection, statements)
    return super._query(statements, query)
  }

  /** Asks a statement past Knex's builder, with `?` for each binding, and returns its rows. */
  async ask(connection: SqliteConnection, sql: string, bindings: readonly Binding[]): Promise<readonly object[]> {
    const { response } = await this.query(connection, { method: 'raw', sql, bindings: [...bindings] })
    return response
  }

  override async destroyRawConnection(connection: SqliteConnection): Promise<void> {
    await prepared.get(connection)?.finalize()
    await super.destroyRawConnection(connection)
  }
}
