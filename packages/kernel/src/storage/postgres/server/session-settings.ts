/** What the connections of a pool are used for. An `observer` only reads, even from a standby, for `plinth doctor`. */
export type PoolPurpose = 'writer' | 'reader' | 'observer'

/** Timeout in ms for a lock. */
const LOCK_TIMEOUT_MS = 5_000
/**
 * Time in ms after which the server ends an idle transaction: a frozen replica must not hold its locks. The time is
 * longer for readers: an export waits for its client between two pages, and holds no lock.
 */
const IDLE_TRANSACTION_TIMEOUT_MS = { writer: 15_000, reader: 600_000, observer: 600_000 } as const
/** Timeout in ms on the server for a statement that only reads. Writes have none, because a migration may take long. */
const STATEMENT_TIMEOUT_MS = { writer: 0, reader: 10_000, observer: 0 } as const
/** Idle time in ms after which both ends check with TCP keep-alive that the other one is still connected. */
export const KEEP_ALIVE_DELAY_MS = 10_000

const KEEP_ALIVE = {
  tcp_keepalives_idle: KEEP_ALIVE_DELAY_MS / 1_000,
  tcp_keepalives_interval: KEEP_ALIVE_DELAY_MS / 2_000,
  tcp_keepalives_count: 3,
}

/** Returns the statements for the settings of a session that this process has to itself. */
export function sessionSettings(purpose: PoolPurpose): string {
  // If an option of the connection made an observer read-only, `serverCapabilities` could not see the server's default.
  const readOnly = purpose === 'observer' ? ['SET SESSION CHARACTERISTICS AS TRANSACTION READ ONLY'] : []
  return [...settings('SET', { ...timeouts(purpose), ...KEEP_ALIVE }), ...readOnly].join('; ')
}

/**
 * Returns the statements for the settings of a transaction. Behind a connection pooler, a setting of the session would
 * be lost, or be applied to other programs that share the connection.
 */
export function transactionSettings(purpose: PoolPurpose): string {
  return settings('SET LOCAL', timeouts(purpose)).join('; ')
}

const timeouts = (purpose: PoolPurpose) => ({
  lock_timeout: LOCK_TIMEOUT_MS,
  idle_in_transaction_session_timeout: IDLE_TRANSACTION_TIMEOUT_MS[purpose],
  statement_timeout: STATEMENT_TIMEOUT_MS[purpose],
})

function settings(command: string, values: Readonly<Record<string, number>>): string[] {
  return Object.entries(values).map(([name, value]) => `${command} ${name} = ${value}`)
}
