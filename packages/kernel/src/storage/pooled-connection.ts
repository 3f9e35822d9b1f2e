import { isConnectionLost } from './lost-connection.js'

/** A connection out of Knex's pool. */
export interface PooledConnection {
  /** Knex lets nobody have it again once this is set. */
  __knex__disposed?: unknown
  /** Of pg: statements are sent while others are under way, and run in that order. */
  readonly pipeline?: boolean
}

/** As much as is used of a client of Knex, to whom connections can be anything. */
export interface PoolClient {
  acquireConnection(): Promise<PooledConnection>
  releaseConnection(connection: PooledConnection): Promise<void>
  /** Asks a statement as Knex has made it, or SQL. */
  query(connection: PooledConnection, statement: unknown): Promise<{ readonly response: Response }>
  /** Of our own for PostgreSQL: asks a statement by its name, with `?` for each binding, past all of Knex. */
  askByName?(connection: PooledConnection, sql: string, bindings: readonly unknown[]): Promise<readonly object[]>
}

/** What a driver answers: sqlite3 gives the rows, pg the command that was carried out, too. */
type Response = readonly object[] | { readonly rows: readonly object[]; readonly command: string }

/** Keeps a connection from being used again after an error that says that it is of no use any more. */
export function disposeIfLost(connection: PooledConnection, error: unknown): void {
  if (isConnectionLost(error)) connection.__knex__disposed = error
}
