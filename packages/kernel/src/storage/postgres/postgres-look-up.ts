import { performance } from 'node:perf_hooks'
import type { Knex } from 'knex'
import type { Binding, LookUp } from '../look-up.js'
import { isConnectionLost } from '../transactions/driver-errors.js'
import type { PostgresClient } from './postgres-client.js'
import type { PostgresConnection } from './postgres-connection.js'

/**
 * Max number of concurrent statements that share a connection. A higher limit would need fewer writes to the socket,
 * but a statement that waits for a lock would block more others.
 */
const MAX_PIPELINED_STATEMENTS = 8
/**
 * Time in ms for which a shared connection accepts further statements. If it no longer responds, later statements use
 * another one.
 */
const MAX_SHARE_MS = 1_000

/**
 * Returns a function that executes look-ups as named statements. Concurrent statements share a connection of the pool,
 * so that they are sent together and their results arrive together.
 */
export function postgresLookUp(pool: Knex): LookUp {
  let shared: SharedConnection | undefined
  return async (sql, bindings, { mayTakeLong = false } = {}) => {
    if (mayTakeLong) return new SharedConnection(pool).execute(sql, bindings)
    if (!shared?.acceptsMore) shared = new SharedConnection(pool)
    return shared.execute(sql, bindings)
  }
}

/** Connection of the pool that is shared until its concurrent statements have completed. */
class SharedConnection {
  readonly #client: PostgresClient
  readonly #connection: Promise<PostgresConnection>
  readonly #acceptsUntil = performance.now() + MAX_SHARE_MS
  /** Check that the server is still the primary. Statements that start while it is pending share it. */
  #confirmation: Promise<void> | undefined
  #pendingCount = 0
  #isClosed = false

  constructor(pool: Knex) {
    this.#client = pool.client
    this.#connection = this.#client.acquireConnection()
  }

  get acceptsMore(): boolean {
    return !this.#isClosed && this.#pendingCount < MAX_PIPELINED_STATEMENTS && performance.now() < this.#acceptsUntil
  }

  async execute(sql: string, bindings: readonly Binding[]): Promise<readonly object[]> {
    this.#pendingCount += 1
    try {
      const connection = await this.#connection
      const executing = this.#client.execute(connection, sql, bindings, 'iteration')
      this.#confirmation ??= this.#client.expectPrimary(connection).finally(() => {
        this.#confirmation = undefined
      })
      const [rows] = await Promise.all([executing, this.#confirmation])
      return rows
    } catch (error) {
      this.#isClosed ||= isConnectionLost(error)
      throw error
    } finally {
      this.#pendingCount -= 1
      if (this.#pendingCount === 0) this.#release()
    }
  }

  #release(): void {
    this.#isClosed = true
    this.#connection.then(
      (connection) => this.#client.releaseConnection(connection),
      () => {}, // reported to the callers of `execute`
    )
  }
}
