/** As much of a connection of sqlite3 as is used. */
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
/** `this` is the statement, which tells what it has changed. */
type Done = (this: unknown, error: Error | null, rows?: readonly object[]) => void

/** Statements that a connection keeps; others are prepared, run and forgotten. */
const MAX_PREPARED_STATEMENTS = 200
/** A statement holds on to what it was last given: beyond so many bytes or characters it is not worth it. */
const LARGEST_BINDING = 10_000

/**
 * Stands in for a connection of sqlite3, and asks it by statements that are prepared once: half of what one costs is to
 * prepare it. SQLite itself prepares them again when the schema has changed.
 */
export class PreparedStatements {
  readonly #connection: SqliteConnection
  readonly #kept = new Map<string, Promise<SqliteStatement>>()

  constructor(connection: SqliteConnection) {
    this.#connection = connection
  }

  run(sql: string, bindings: unknown, done: Done): void {
    this.#execute('run', sql, bindings, done)
  }

  all(sql: string, bindings: unknown, done: Done): void {
    this.#execute('all', sql, bindings, done)
  }

  /** A connection cannot be closed before. */
  async finalize(): Promise<void> {
    const kept = [...this.#kept.values()]
    this.#kept.clear()
    for (const statement of await Promise.all(kept)) await new Promise<void>((resolve) => statement.finalize(resolve))
  }

  #execute(way: 'run' | 'all', sql: string, bindings: unknown, done: Done): void {
    const mayKeep = this.#kept.has(sql) || this.#kept.size < MAX_PREPARED_STATEMENTS
    if (!mayKeep || isLarge(bindings)) this.#connection[way](sql, bindings, done)
    else
      this.#prepared(sql)
        .then((statement) => statement[way](bindings, this.#finalizeOnError(sql, statement, done)))
        .catch(done)
  }

  /**
   * A statement that was refused with SQLITE_BUSY is still active and keeps its connection at the moment at which it
   * began, where every later write is refused as well: it must be gone before anything else is executed.
   */
  #finalizeOnError(sql: string, statement: SqliteStatement, done: Done): Done {
    const forget = () => this.#kept.delete(sql)
    return function (error, rows) {
      if (!error) return done.call(this, error, rows)
      forget()
      statement.finalize(() => done.call(this, error, rows))
    }
  }

  #prepared(sql: string): Promise<SqliteStatement> {
    const kept = this.#kept.get(sql)
    if (kept) return kept
    const preparing = new Promise<SqliteStatement>((resolve, reject) => {
      const statement = this.#connection.prepare(sql, (error) => (error ? reject(error) : resolve(statement)))
    })
    this.#kept.set(sql, preparing)
    preparing.catch(() => this.#kept.delete(sql))
    return preparing
  }
}

function isLarge(bindings: unknown): boolean {
  const sizeOf = (binding: unknown) => (typeof binding === 'string' || Buffer.isBuffer(binding) ? binding.length : 0)
  return Array.isArray(bindings) && bindings.some((binding) => sizeOf(binding) > LARGEST_BINDING)
}
