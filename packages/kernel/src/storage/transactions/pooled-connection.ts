import type { Binding, DriverAnswer } from '../look-up.js'
import { isConnectionLost } from './lost-connection.js'

/** A connection out of Knex's pool. */
export interface PooledConnection {
  /** Knex lets nobody have it again once this is set. */
  __knex__disposed?: unknown
  /** Whether its statements may take long, as those of migrations. */
  mayTakeLong?: boolean
  /** Of pg: statements are sent while others are under way, and run in that order. */
  readonly pipeline?: boolean
}

/** As much as is used of a client of Knex, to whom connections can be anything. */
export interface PoolClient {
  acquireConnection(): Promise<PooledConnection>
  releaseConnection(connection: PooledConnection): Promise<void>
  /** Asks a statement as Knex has made it, or SQL. */
  query(connection: PooledConnection, statement: unknown): Promise<{ readonly response?: DriverAnswer }>
  /** Of the kernel's own: asks a statement past Knex's builder, with `?` for each binding. */
  execute?(connection: PooledConnection, sql: string, bindings: readonly Binding[]): Promise<readonly object[]>
}

/** Keeps a connection from being used again after an error that says that it is of no use any more. */
export function disposeIfLost(connection: PooledConnection, error: unknown): void {
  if (isConnectionLost(error)) connection.__knex__disposed = error
}
