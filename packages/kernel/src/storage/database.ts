import type { Knex } from 'knex'
import type { Dialect } from './dialect.js'

/**
 * The database of a kernel. Work is handed in as a function, so that nobody can use another connection inside a transaction
 * by mistake, or take a failed COMMIT for a success.
 */
export interface Database {
  readonly dialect: Dialect
  /**
   * Runs statements that only read, each seeing what is committed by then. Tried once more when the connection was lost. On a
   * SQLite file they have connections of their own and never wait for a writer.
   */
  read<T>(work: (knex: Knex) => Promise<T>): Promise<T>
  /** Runs statements that only read and all see the same moment, in one transaction. */
  readSnapshot<T>(work: (transaction: Knex.Transaction) => Promise<T>): Promise<T>
  /**
   * Runs one transaction: committed when the promise resolves, rolled back when the work throws. Never catch a database error
   * inside (PostgreSQL would commit nothing and say nothing): use ON CONFLICT, or look before writing.
   */
  write<T>(work: (transaction: Knex.Transaction) => Promise<T>): Promise<T>
  /** Ends all connections, unless they are the host's. */
  close(): Promise<void>
}
