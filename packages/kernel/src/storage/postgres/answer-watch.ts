import type { PooledConnection } from '../transactions/pooled-connection.js'
import { type PgClient, socketOf } from './pg-internals.js'

/**
 * How long in ms a server may leave a statement without an answer, and one that may take long. Longer than a lock is
 * waited for, and short enough for a service to end within 10 s.
 */
const ANSWER_TIMEOUT_MS = 6_000
const LONG_ANSWER_TIMEOUT_MS = 3_600_000
/** How often in ms the connections are looked at. */
const CHECK_INTERVAL_MS = 500

/** A connection of pg, as far as its answers are watched. */
export interface WatchedConnection extends PooledConnection, PgClient {
  /** Statements that were sent and have no answer yet. */
  unanswered?: number
  /** When it answered last, or was sent the first statement that has no answer; by `performance.now()`. */
  silentSince?: number
}

/**
 * Destroys connections on which a server leaves a statement without an answer. The way to a server can swallow what
 * goes over connections that were open, while new ones work: a firewall forgets them, or the address has moved. Idle
 * connections that were used before are suspect then, too.
 */
export class AnswerWatch {
  readonly #waiting = new Set<WatchedConnection>()
  readonly #timer: NodeJS.Timeout
  #lostSince = Number.NEGATIVE_INFINITY
  /** When a connection answered last, by `performance.now()`. */
  #heardAt = Number.NEGATIVE_INFINITY

  constructor() {
    this.#timer = setInterval(() => this.#destroySilent(), CHECK_INTERVAL_MS)
    this.#timer.unref()
  }

  /** A statement is sent. */
  sent(connection: WatchedConnection): void {
    connection.unanswered = (connection.unanswered ?? 0) + 1
    if (connection.unanswered > 1) return
    connection.silentSince = performance.now()
    this.#waiting.add(connection)
  }

  /** A statement is answered, or has failed. */
  answered(connection: WatchedConnection): void {
    connection.unanswered = (connection.unanswered ?? 1) - 1
    this.heard(connection)
    if (connection.unanswered === 0) this.#waiting.delete(connection)
  }

  /** The server has said something, unless the connection is closed. */
  heard(connection: WatchedConnection): void {
    connection.silentSince = performance.now()
    if (!socketOf(connection).destroyed) this.#heardAt = connection.silentSince
  }

  /** Whether any connection has answered lately: a statement that has no answer is slow then, or waits for others. */
  isConnected(): boolean {
    return performance.now() - this.#heardAt < ANSWER_TIMEOUT_MS
  }

  /** Whether a connection has not been heard of since another one was lost. */
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
      socketOf(connection).destroy() // pg rejects what waits for an answer
    }
  }
}
