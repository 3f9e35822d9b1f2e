import { dispose, type PoolClient } from '../knex-internals.js'
import type { Binding } from '../look-up.js'
import { isConnectionLost } from './lost-connection.js'

/** A connection out of Knex's pool. */
export interface PooledConnection {
  /** Whether its statements may take long, as those of migrations. */
  mayTakeLong?: boolean
  /** Of pg: statements are sent while others are under way, and run in that order. */
  readonly pipeline?: boolean
}

/** The client of the kernel's own Knex, or of a host's. */
export interface TransactionClient extends PoolClient<PooledConnection> {
  /** Of the kernel's own: asks a statement past Knex's builder, with `?` for each binding. */
  execute?(connection: PooledConnection, sql: string, bindings: readonly Binding[]): Promise<readonly object[]>
}

/** Keeps a connection from being used again after an error that says that it is of no use any more. */
export function disposeIfLost(connection: PooledConnection, error: unknown): void {
  if (isConnectionLost(error)) dispose(connection, error)
}
