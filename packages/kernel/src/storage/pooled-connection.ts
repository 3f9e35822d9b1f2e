import { isConnectionLost } from './lost-connection.js'

/** A connection out of Knex's pool. */
export interface PooledConnection {
  /** Knex lets nobody have it again once this is set. */
  __knex__disposed?: unknown
  /** Of pg: statements are sent while others are under way, and run in that order. */
  readonly pipeline?: boolean
}

/** Keeps a connection from being used again after an error that says that it is of no use any more. */
export function disposeIfLost(connection: PooledConnection, error: unknown): void {
  if (isConnectionLost(error)) connection.__knex__disposed = error
}
