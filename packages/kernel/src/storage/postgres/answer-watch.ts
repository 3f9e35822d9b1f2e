import type { PooledConnection } from '../transactions/pooled-connection.js'
import { type PgClient, socketOf } from './pg-internals.js'

/**
 * Max time in ms that a server may leave a statement unanswered. Longer than the lock timeout, and short enough for a
 * service to stop within 10 s.
 */
const ANSWER_TIMEOUT_MS = 6_000
/** The same for a statement that may take long. */
const LONG_ANSWER_TIMEOUT_MS = 3_600_000
/** Interval in ms at which the connections are checked. */
const CHECK_INTERVAL_MS = 500

/** Connection of pg with the state of its watch. */
export interface WatchedConnection extends PooledConnection, PgClient {
  /** Number of statements that are sent and not yet answered. */
  unanswered?: number
  /** Time of its last response, or of its first unanswered statement; by `performance.now()`. */
  silentSince?: number
}

/**
 * Destroys connections on which a server leaves a statement unanswered. The network can drop the data of open
 * connections although new ones work, for example because a firewall has forgotten them or the address now belongs to
 * another machine. Idle connections that were last used before the loss are suspect, too.
 */
export class AnswerWatch {
  readonly #waiting = new Set<WatchedConnection>()
  readonly #timer: NodeJS.Timeout
  #lostSince = Number.NEGATIVE_INFINITY
  /** Time of the last response on any connection, by `performance.now()`. */
  #heardAt = Number.NEGATIVE_INFINITY

  constructor() {
    this.#timer = setInterval(() => this.#destroySilent(), CHECK_INTERVAL_MS)
    this.#timer.unref()
  }

  /** Records that a statement is sent. */
  sent(connection: WatchedConnection): void {
    connection.unanswered = (connection.unanswered ?? 0) + 1
    if (connection.unanswered > 1) return
    connection.silentSince = performance.now()
    this.#waiting.add(connection)
  }

  /** Records that a statement has completed or failed. */
  answered(connection: WatchedConnection): void {
    connection.unanswered = (connection.unanswered ?? 1) - 1
    this.heard(connection)
    if (connection.unanswered === 0) this.#waiting.delete(connection)
  }

  /** Records a message of the server, unless the connection is closed. */
  heard(connection: WatchedConnection): void {
    connection.silentSince = performance.now()
    if (!socketOf(connection).destroyed) this.#heardAt = connection.silentSince
  }

  /**
   * Whether the server has recently responded on any connection. An unanswered statement is then slow, or waits for
   * others.
   */
  isConnected(): boolean {
    return performance.now() - this.#heardAt < ANSWER_TIMEOUT_MS
  }

  /** Whether a connection has received nothing since another one was lost. */
  isSuspect({ silentSince = 0 }: WatchedConnection): boolean {
    return silentSince < this.#lostSince
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  #destroySilent(): void {
    const now = performance.now()
    for (const connection of this.#waiting) {
      const { silentSince = now, mayTakeLong = false } = connection
      if (now - silentSince < (mayTakeLong ? LONG_ANSWER_TIMEOUT_MS : ANSWER_TIMEOUT_MS)) continue
      this.#lostSince = Math.max(this.#lostSince, silentSince)
      this.#waiting.delete(connection)
      socketOf(connection).destroy() // pg then rejects the statements under way
    }
  }
}
