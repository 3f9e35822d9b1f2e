import type { Knex } from 'knex'
import type { Dialect } from './dialect.js'
import type { Binding, LookUpOptions } from './look-up.js'

/** How busy a pool of connections is. */
export interface PoolUse {
  /** `writer` and `readers`; `shared` of a host's own Knex, which does both. */
  readonly name: 'writer' | 'readers' | 'shared'
  readonly used: number
  readonly idle: number
  /** Work that waits for a connection. */
  readonly waiting: number
}

/** How a transaction is executed. */
export interface WriteOptions {
  /** Its statements may take longer than the 6 s after which a server that has not answered is given up. */
  readonly mayTakeLong?: boolean
}

/**
 * The database of a kernel. Work is handed in as a function, so that nobody can use another connection inside a
 * transaction by mistake, or take a failed COMMIT for a success.
 */
export interface Database {
  readonly dialect: Dialect
  /**
   * Runs statements that only read, each seeing what is committed by then. Tried once more when the connection was
   * lost. They have connections of their own and never wait for a writer, but on a host's own Knex.
   */
  read<T>(work: (knex: Knex) => Promise<T>): Promise<T>
  /**
   * Runs one statement that only reads and is asked over and over, with `?` for each binding. Like `read`, but its SQL
   * is a constant: on PostgreSQL it is planned once a connection, which others use at the same time unless it is long.
   */
  lookUp<Row extends object>(
    sql: string,
    bindings: readonly Binding[],
    options?: LookUpOptions,
  ): Promise<readonly Row[]>
  /** Runs statements that only read and all see the same moment, in one transaction. */
  readSnapshot<T>(work: (transaction: Knex.Transaction) => Promise<T>): Promise<T>
  /**
   * Runs one transaction: committed when the promise resolves, rolled back when the work throws. Statements of Knex may
   * be asked at once: they run one after the other, and those of `execute` before them. Never catch the error of one,
   * but that of a savepoint: after it nothing is done any more, and this throws. Use ON CONFLICT, or look before
   * writing.
   */
  write<T>(work: (transaction: Knex.Transaction) => Promise<T>, options?: WriteOptions): Promise<T>
  /** Why nothing can be written now, in one sentence, or `undefined` when a write is possible. Writes nothing. */
  writeProblem(): Promise<string | undefined>
  /**
   * Runs one statement of a transaction of `write` that is asked over and over, with `?` for each binding, and returns
   * the rows that it gives: those that it changes with RETURNING. Its SQL is a constant, as that of `lookUp`.
   */
  execute<Row extends object>(
    transaction: Knex.Transaction,
    sql: string,
    bindings: readonly Binding[],
  ): Promise<readonly Row[]>
  /**
   * Like `execute`, but as the last statement of the transaction: PostgreSQL gets it together with COMMIT. Nothing else
   * in the transaction sees what it has done; when it fails, everything is rolled back. Inside a savepoint it runs at
   * once.
   */
  withCommit(transaction: Knex.Transaction, sql: string, bindings: readonly Binding[]): Promise<void>
  /** Runs something, that must not throw, once a transaction of `write` is committed; never when it was rolled back. */
  afterCommit(transaction: Knex.Transaction, action: () => void): void
  /**
   * How often something may have been written, where only this process can write: on a SQLite file of its own. While it
   * stays the same, what was read is still true. `undefined` where others may write too.
   */
  readonly writes: number | undefined
  /**
   * Copies a SQLite file, whole and as it is at one moment, to a file that is not there yet and that its owner alone
   * may read. Nobody waits for it. Throws `NOT_BACKED_UP` with the reason; for a server too, which has tools of its
   * own.
   */
  backUp(file: string): Promise<void>
  /** How busy the connections are, by pool. */
  pools(): readonly PoolUse[]
  /** Ends all connections, unless they are the host's. */
  close(): Promise<void>
}
