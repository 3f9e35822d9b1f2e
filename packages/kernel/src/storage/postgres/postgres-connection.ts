import type { WatchedConnection } from './response-watch.js'

/**
 * What is between this process and the server: nothing; a connection pooler that keeps track of named statements; or
 * one that does not, so that a statement may be sent to a server connection on which it does not exist.
 */
export type ConnectionRoute = 'direct' | 'pooler' | 'pooler without named statements'

/** A connection of pg, with the method that this client calls directly. */
export interface PostgresConnection extends WatchedConnection {
  query(statement: { name?: string; text: string; values: unknown[] } | string): Promise<{ rows: object[] }>
  /** What is between this process and the server. */
  route?: ConnectionRoute
  /** Names of statements that the server failed to parse. A pooler has stored them, so they cannot be sent again. */
  unusableNames?: Set<string>
  /** The term in which it was opened: see `PostgresServers`. */
  term?: number
}
