import { dispose, type PoolClient } from '../knex-internals.js'
import type { Binding } from '../look-up.js'
import { isConnectionLost } from './driver-errors.js'

/** Connection of Knex's pool. */
export interface PooledConnection {
  /** Whether its statements may take long, such as those of migrations. */
  mayTakeLong?: boolean
  /** Whether pg sends statements while earlier ones are still running. They run in the order in which they are sent. */
  readonly pipeline?: boolean
}

/** Client of the kernel's own Knex, or of a host's. */
export interface TransactionClient extends PoolClient<PooledConnection> {
  /** Executes a statement without Knex's builder, with `?` for each binding. Only on the kernel's own client. */
  execute?(connection: PooledConnection, sql: string, bindings: readonly Binding[]): Promise<readonly object[]>
  /** Begins a transaction with a statement, and with the settings that it needs. Only on the kernel's own client. */
  begin?(connection: PooledConnection, statement: string): Promise<void>
}

/** Prevents a connection from being reused after an error that means it is lost. */
export function disposeIfLost(connection: PooledConnection, error: unknown): void {
  if (isConnectionLost(error)) dispose(connection, error)
}
