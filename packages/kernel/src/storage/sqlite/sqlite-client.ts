import { withoutSecrets } from '../../errors/without-secrets.js'
import { type BuiltQuery, sqliteClientClass } from '../knex-internals.js'
import type { Binding } from '../look-up.js'
import { PreparedStatements, type SqliteConnection } from './prepared-statements.js'
import { sqliteDialect } from './sqlite-dialect.js'

const KnexClient = sqliteClientClass<SqliteConnection | PreparedStatements>()

/** Max time in ms that a statement waits for a lock of another process. */
export const LOCK_TIMEOUT_MS = 5_000
/** Max time in ms per attempt that SQLite itself waits for the write lock. The process cannot exit during that time. */
export const BUSY_TIMEOUT_MS = 500

/** Prepared statements by connection. Not a member, because Knex calls methods on copies of the client. */
const statementsOf = new WeakMap<SqliteConnection, PreparedStatements>()

/**
 * Knex's client for SQLite with two changes: statements are prepared only once, and waiting for the write lock does not
 * keep the process alive.
 */
export class SqliteClient extends KnexClient {
  override async send(connection: SqliteConnection, query: BuiltQuery): Promise<object> {
    const statements = statementsOf.get(connection) ?? new PreparedStatements(connection)
    statementsOf.set(connection, statements)
    const waitsForLock = query.sql === sqliteDialect.beginWrite
    const lastAttemptAt = performance.now() + LOCK_TIMEOUT_MS - BUSY_TIMEOUT_MS
    for (;;) {
      try {
        return await super.send(statements, query)
      } catch (error) {
        const isLocked = withoutSecrets(error).code === 'SQLITE_BUSY'
        if (!waitsForLock || !isLocked || performance.now() > lastAttemptAt) throw error
      }
    }
  }

  /** Executes a statement without Knex's builder, with `?` for each binding, and returns its rows. */
  async execute(connection: SqliteConnection, sql: string, bindings: readonly Binding[]): Promise<readonly object[]> {
    const { response } = await this.query(connection, { method: 'raw', sql, bindings: [...bindings] })
    return response
  }

  override async destroyRawConnection(connection: SqliteConnection): Promise<void> {
    await statementsOf.get(connection)?.finalize()
    await super.destroyRawConnection(connection)
  }
}
