import type { PooledConnection } from '../transactions/pooled-connection.js'
import { type PgClient, socketOf } from './pg-internals.js'

/**
 * Max time in ms for the server to respond to a statement. Longer than the lock timeout, and short enough for a service
 * to stop within 10 s.
 */
const RESPONSE_TIMEOUT_MS = 6_000
/** The same for a statement that may take long. */
const LONG_RESPONSE_TIMEOUT_MS = 3_600_000
/** Interval in ms at which the connections are checked. */
const CHECK_INTERVAL_MS = 500

/** A connection of pg, with the state that `ResponseWatch` stores in it. */
export interface WatchedConnection extends PooledConnection, PgClient {
  /** Number of statements that have been sent and have not completed. */
  pendingCount?: number
  /** Time of its last message, or of its first pending statement; by `performance.now()`. */
  silentSince?: number
}

/**
 * Destroys connections on which the server does not respond to a statement. The network can drop the data of open
 * connections although new ones work, for example if a firewall has forgotten them or the address now belongs to
 * another machine. Idle connections that were last used before the loss are suspect, and are not used again.
 */
export class ResponseWatch {
  readonly #waiting = new Set<WatchedConnection>()
  readonly #timer: NodeJS.Timeout
  /** Time of the last check, by `performance.now()`. */
  #checkedAt = performance.now()
  /** Since when the last lost connection was silent, by `performance.now()`. */
  #lostSince = Number.NEGATIVE_INFINITY
  /** Time of the last response on any connection, by `performance.now()`. */
  #lastMessageAt = Number.NEGATIVE_INFINITY

  constructor() {
    this.#timer = setInterval(() => this.#destroySilent(), CHECK_INTERVAL_MS)
    this.#timer.unref()
  }

  /** Records that a statement is sent. */
  onSend(connection: WatchedConnection): void {
    connection.pendingCount = (connection.pendingCount ?? 0) + 1
    if (connection.pendingCount > 1) return
    connection.silentSince = performance.now()
    this.#waiting.add(connection)
  }

  /** Records that a statement has completed or failed. */
  onComplete(connection: WatchedConnection): void {
    connection.pendingCount = (connection.pendingCount ?? 1) - 1
    this.onMessage(connection)
    if (connection.pendingCount === 0) this.#waiting.delete(connection)
  }

  /** Records a message from the server, unless the connection is closed. */
  onMessage(connection: WatchedConnection): void {
    connection.silentSince = performance.now()
    if (!socketOf(connection).destroyed) this.#lastMessageAt = connection.silentSince
  }

  /**
   * Returns whether the server has recently responded on any connection. If so, a pending statement is only slow, or
   * waits for others.
   */
  isConnected(): boolean {
    return performance.now() - this.#lastMessageAt < RESPONSE_TIMEOUT_MS
  }

  /** Returns whether a connection has received nothing since another one, now destroyed, became silent. */
  isSuspect({ silentSince = 0 }: WatchedConnection): boolean {
    return silentSince < this.#lostSince
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  #destroySilent(): void {
    const now = performance.now()
    // While the event loop was blocked, responses may have arrived that have not been read yet
    const blocked = Math.max(0, now - this.#checkedAt - 2 * CHECK_INTERVAL_MS)
    this.#checkedAt = now
    for (const connection of this.#waiting) {
      const { mayTakeLong = false } = connection
      const silentSince = (connection.silentSince ?? now) + blocked
      connection.silentSince = silentSince
      if (now - silentSince < (mayTakeLong ? LONG_RESPONSE_TIMEOUT_MS : RESPONSE_TIMEOUT_MS)) continue
      this.#lostSince = Math.max(this.#lostSince, silentSince)
      this.#waiting.delete(connection)
      socketOf(connection).destroy() // pg then rejects the pending statements
    }
  }
}
