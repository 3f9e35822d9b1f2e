import { withoutSecrets } from '../../errors/without-secrets.js'
import { type BuiltQuery, sqliteClientClass } from '../knex-internals.js'
import type { Binding } from '../look-up.js'
import { PreparedStatements, type SqliteConnection } from './prepared-statements.js'
import { sqliteDialect } from './sqlite-dialect.js'

const KnexsClient = sqliteClientClass<SqliteConnection | PreparedStatements>()

/** How long a statement waits for a lock that another process holds. */
export const LOCK_TIMEOUT_MS = 5_000
/** How long SQLite itself waits for that of the writer at a time, in a thread that keeps the process from ending. */
export const BUSY_TIMEOUT_MS = 500

/** By connection; Knex asks by copies of the client. */
const prepared = new WeakMap<SqliteConnection, PreparedStatements>()

/**
 * Knex's own client of SQLite, but that statements are prepared once, and that a wait for the write lock ends with the
 * process.
 */
export class SqliteClient extends KnexsClient {
  override async send(connection: SqliteConnection, query: BuiltQuery): Promise<object> {
    const statements = prepared.get(connection) ?? new PreparedStatements(connection)
    prepared.set(connection, statements)
    const waitsForLock = query.sql === sqliteDialect.beginWrite
    const lastTryAt = performance.now() + LOCK_TIMEOUT_MS - BUSY_TIMEOUT_MS
    for (;;) {
      try {
        return await super.send(statements, query)
      } catch (error) {
        const isLocked = withoutSecrets(error).code === 'SQLITE_BUSY'
        if (!waitsForLock || !isLocked || performance.now() > lastTryAt) throw error
      }
    }
  }

  /** Asks a statement past Knex's builder, with `?` for each binding, and returns its rows. */
  async execute(connection: SqliteConnection, sql: string, bindings: readonly Binding[]): Promise<readonly object[]> {
    const { response } = await this.query(connection, { method: 'raw', sql, bindings: [...bindings] })
    return response
  }

  override async destroyRawConnection(connection: SqliteConnection): Promise<void> {
    await prepared.get(connection)?.finalize()
    await super.destroyRawConnection(connection)
  }
}
