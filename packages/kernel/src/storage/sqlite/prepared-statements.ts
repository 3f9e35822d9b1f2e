/** The part of a sqlite3 connection that is used here. */
export interface SqliteConnection {
  prepare(sql: string, done: (error: Error | null) => void): SqliteStatement
  run(sql: string, bindings: unknown, done: Done): void
  all(sql: string, bindings: unknown, done: Done): void
}
interface SqliteStatement {
  run(bindings: unknown, done: Done): void
  all(bindings: unknown, done: Done): void
  finalize(done: () => void): void
}
/** Callback of sqlite3. `this` is the statement, which has the number of changes. */
type Done = (this: unknown, error: Error | null, rows?: readonly object[]) => void

/** Max number of prepared statements of a connection. Further statements are prepared for a single execution. */
const MAX_PREPARED_STATEMENTS = 200
/** Max size of a binding in bytes or characters. A prepared statement keeps its last bindings in memory. */
const MAX_BINDING_LENGTH = 10_000

/**
 * A cache of prepared statements around a sqlite3 connection, because preparing a statement is half of its cost.
 * SQLite itself prepares statements again when the schema has changed.
 */
export class PreparedStatements {
  readonly #connection: SqliteConnection
  readonly #cached = new Map<string, Promise<SqliteStatement>>()

  constructor(connection: SqliteConnection) {
    this.#connection = connection
  }

  run(sql: string, bindings: unknown, done: Done): void {
    this.#execute('run', sql, bindings, done)
  }

  all(sql: string, bindings: unknown, done: Done): void {
    this.#execute('all', sql, bindings, done)
  }

  /** Finalizes all statements. Required before the connection can be closed. */
  async finalize(): Promise<void> {
    const cached = [...this.#cached.values()]
    this.#cached.clear()
    for (const statement of await Promise.all(cached)) await new Promise<void>((resolve) => statement.finalize(resolve))
  }

  #execute(method: 'run' | 'all', sql: string, bindings: unknown, done: Done): void {
    const mayCache = this.#cached.has(sql) || this.#cached.size < MAX_PREPARED_STATEMENTS
    if (!mayCache || isLarge(bindings)) this.#connection[method](sql, bindings, done)
    else
      this.#prepare(sql)
        .then((statement) => statement[method](bindings, this.#finalizeOnError(sql, statement, done)))
        .catch(done)
  }

  /**
   * Returns a callback that finalizes a statement after an error. A statement that failed with SQLITE_BUSY stays active
   * and keeps its connection on its old snapshot, in which every later write fails too. So it must be finalized before
   * the next statement.
   */
  #finalizeOnError(sql: string, statement: SqliteStatement, done: Done): Done {
    const evict = () => this.#cached.delete(sql)
    return function (error, rows) {
      if (!error) return done.call(this, error, rows)
      evict()
      statement.finalize(() => done.call(this, error, rows))
    }
  }

  #prepare(sql: string): Promise<SqliteStatement> {
    const cached = this.#cached.get(sql)
    if (cached) return cached
    const preparing = new Promise<SqliteStatement>((resolve, reject) => {
      const statement = this.#connection.prepare(castLimits(sql), (error) =>
        error ? reject(error) : resolve(statement),
      )
    })
    this.#cached.set(sql, preparing)
    preparing.catch(() => this.#cached.delete(sql))
    return preparing
  }
}

/**
 * Casts the parameters of LIMIT and OFFSET. SQLite plans with the value of a bare parameter there, and would therefore
 * prepare the statement again for each execution.
 * https://www.sqlite.org/c3ref/c_dbconfig_defensive.html#sqlitedbconfigenableqpsg
 */
function castLimits(sql: string): string {
  return sql.replace(/\b(limit|offset) \?/gi, '$1 CAST(? AS integer)')
}

function isLarge(bindings: unknown): boolean {
  const sizeOf = (binding: unknown) => (typeof binding === 'string' || Buffer.isBuffer(binding) ? binding.length : 0)
  return Array.isArray(bindings) && bindings.some((binding) => sizeOf(binding) > MAX_BINDING_LENGTH)
}
