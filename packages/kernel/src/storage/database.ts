import type { Knex } from 'knex'
import type { Dialect } from './dialect.js'
import type { Binding, LookUpOptions } from './look-up.js'

/** The number of connections of a pool in each state. */
export interface PoolUse {
  /** `writer` and `readers`, or `shared` for a host's own Knex, which does both. */
  readonly name: 'writer' | 'readers' | 'shared'
  readonly used: number
  readonly idle: number
  /** Number of callers that wait for a connection. */
  readonly waiting: number
}

/** Options of a transaction. */
export interface WriteOptions {
  /** Allows its statements to take longer than 6 s. Otherwise a server that is silent for longer is considered lost. */
  readonly mayTakeLong?: boolean
  /** The work changes the schema. On SQLite, foreign keys are off meanwhile. */
  readonly changesSchema?: boolean
  /** The work must not be repeated after a conflict: it consumes a stream, or changes more than the transaction. */
  readonly runsOnce?: boolean
}

/**
 * The database of a kernel. Methods that run several statements take a function, so that callers can neither use the
 * wrong connection inside a transaction nor overlook a failed COMMIT.
 */
export interface Database {
  readonly dialect: Dialect
  /**
   * Runs read-only statements, each of which sees everything committed before it. Calls `work` again if the connection
   * was lost. Reads have their own connections and never wait for a writer, except on a host's own Knex.
   */
  read<T>(work: (knex: Knex) => Promise<T>): Promise<T>
  /**
   * Executes a single read-only statement, with `?` for each binding, as a prepared statement. Its SQL must be a
   * constant: PostgreSQL plans it once per connection. Concurrent calls share a connection, unless `mayTakeLong` is
   * set.
   */
  lookUp<Row extends object>(
    sql: string,
    bindings: readonly Binding[],
    options?: LookUpOptions,
  ): Promise<readonly Row[]>
  /**
   * Runs read-only statements in one transaction, so that all see the same snapshot: that of the first read. Waits
   * rather than use the last connection, which is kept for other reads if the pool has several.
   */
  readSnapshot<T>(work: (transaction: Knex.Transaction) => Promise<T>): Promise<T>
  /**
   * Like `readSnapshot`, for work that stores what it finds: `write` runs a separate transaction while the snapshot is
   * open. `finish` stores the rest after the snapshot is closed, so that work that never calls `write` needs only one
   * connection at a time. With a single connection for everything, `write` uses the transaction of the snapshot, which
   * then also sees the changes. The changes are lost if the work throws, and all other statements wait.
   */
  writeFromSnapshot<T, R>(
    work: (snapshot: Knex.Transaction, write: Database['write']) => Promise<T>,
    finish: (found: T) => Promise<R>,
  ): Promise<R>
  /**
   * Runs a transaction. It is committed when the promise resolves, and rolled back when the work throws. Statements may
   * be issued concurrently: they run one after the other. Never catch the error of a statement outside a savepoint: no
   * further statement runs, and this method throws. Use ON CONFLICT, or query before writing.
   *
   * If PostgreSQL rolls the transaction back because of a deadlock or a serialization failure, the work is repeated, up
   * to three times. So the work must have no effect outside the transaction, unless `runsOnce` is set.
   */
  write<T>(work: (transaction: Knex.Transaction) => Promise<T>, options?: WriteOptions): Promise<T>
  /**
   * Returns the reason why nothing can be written, in one sentence, or `undefined` if writing is possible. Writes
   * nothing.
   */
  writeProblem(): Promise<string | undefined>
  /**
   * Calls `report` once with the reason, when a write or `writeProblem` finds that a SQLite file was replaced while it
   * was open. Writes then fail until the file is put back.
   */
  onReplaced(report: (problem: string) => void): void
  /**
   * Executes a single statement in a transaction of `write`, with `?` for each binding, as a prepared statement.
   * Returns its rows; for a change, those of its RETURNING clause. Its SQL must be a constant, as in `lookUp`.
   */
  execute<Row extends object>(
    transaction: Knex.Transaction,
    sql: string,
    bindings: readonly Binding[],
  ): Promise<readonly Row[]>
  /**
   * Executes a statement at the end of the transaction; on PostgreSQL, in the same network round trip as COMMIT. No
   * other statement of the transaction sees its effect. If it fails, the transaction is rolled back. Inside a savepoint
   * it runs immediately.
   */
  withCommit(transaction: Knex.Transaction, sql: string, bindings: readonly Binding[]): Promise<void>
  /**
   * Runs an action once a transaction of `write` is committed. The action must not throw. It never runs if the
   * transaction, or the savepoint passed here, is rolled back, or if `write` did not begin the transaction.
   */
  afterCommit(transaction: Knex.Transaction, action: () => void): void
  /**
   * Number of writes so far, if only this process can write, as with a SQLite file. While it is unchanged, the results
   * of earlier reads are still valid. `undefined` if other processes may write too.
   */
  readonly writes: number | undefined
  /** Number of reads, look-ups, snapshots and writes so far. Shows whether the database is in use. */
  readonly uses: number
  /**
   * Copies a snapshot of a SQLite file to a new file that only its owner can read. Blocks no reader or writer. Throws
   * `NOT_BACKED_UP` with the reason. Always throws for a server, which has its own backup tools.
   */
  backUp(file: string): Promise<void>
  /** Returns the usage of the connections by pool. */
  pools(): readonly PoolUse[]
  /** Closes all connections, unless they are the host's. */
  close(): Promise<void>
}
