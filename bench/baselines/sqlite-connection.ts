import sqlite3 from 'sqlite3'

type Bindings = readonly unknown[]

/** A connection of the bare driver, with promises. */
export class SqliteConnection {
  readonly #database: sqlite3.Database

  private constructor(database: sqlite3.Database) {
    this.#database = database
  }

  /** Opens a file with the pragmas of the service. */
  static async open(path: string): Promise<SqliteConnection> {
    const database = await new Promise<sqlite3.Database>((resolve, reject) => {
      const opened = new sqlite3.Database(path, (error) => (error ? reject(error) : resolve(opened)))
    })
    const connection = new SqliteConnection(database)
    for (const pragma of ['foreign_keys = ON', 'journal_mode = WAL', 'synchronous = FULL']) {
      await connection.run(`PRAGMA ${pragma}`)
    }
    return connection
  }

  run(sql: string, bindings: Bindings = []): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#database.run(sql, [...bindings], (error) => (error ? reject(error) : resolve()))
    })
  }

  all<T>(sql: string, bindings: Bindings = []): Promise<T[]> {
    return new Promise((resolve, reject) => {
      this.#database.all<T>(sql, [...bindings], (error, rows) => (error ? reject(error) : resolve(rows)))
    })
  }

  async prepare(sql: string): Promise<SqliteStatement> {
    const statement = await new Promise<sqlite3.Statement>((resolve, reject) => {
      const prepared = this.#database.prepare(sql, (error: Error | null) => (error ? reject(error) : resolve(prepared)))
    })
    return new SqliteStatement(statement)
  }

  close(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#database.close((error) => (error ? reject(error) : resolve()))
    })
  }
}

export class SqliteStatement {
  readonly #statement: sqlite3.Statement

  constructor(statement: sqlite3.Statement) {
    this.#statement = statement
  }

  run(bindings: Bindings): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#statement.run(bindings, (error: Error | null) => (error ? reject(error) : resolve()))
    })
  }

  finalize(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#statement.finalize((error) => (error ? reject(error) : resolve()))
    })
  }
}
