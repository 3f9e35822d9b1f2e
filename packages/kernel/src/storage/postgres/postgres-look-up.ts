import { performance } from 'node:perf_hooks'
import type { Knex } from 'knex'
import type { Binding, LookUp } from '../look-up.js'
import { isConnectionLost } from '../transactions/lost-connection.js'
import type { PostgresClient, PostgresConnection } from './postgres-client.js'

/**
 * Statements that may wait for one another on one connection: more share a write, and one that waits for a lock keeps
 * more waiting.
 */
const MAX_PIPELINED_STATEMENTS = 8
/**
 * Longest time in ms that a connection takes more: one that turns out to be dead must not be waited for by everybody.
 */
const SHARE_TIMEOUT_MS = 1_000

/**
 * By the driver, which knows a statement by its name, over a connection of the pool that those share who ask at the
 * same time: what they ask goes out together, and the answers come in together.
 */
export function lookUpByName(pool: Knex): LookUp {
  let shared: SharedConnection | undefined
  return async (sql, bindings, { isLong = false } = {}) => {
    if (isLong) return new SharedConnection(pool).execute(sql, bindings)
    if (!shared?.takesMore) shared = new SharedConnection(pool)
    return shared.execute(sql, bindings)
  }
}

/** A connection out of the pool, until what is asked at the same time is answered. */
class SharedConnection {
  readonly #client: PostgresClient
  readonly #connection: Promise<PostgresConnection>
  readonly #end = performance.now() + SHARE_TIMEOUT_MS
  #underWay = 0
  #isOver = false

  constructor(pool: Knex) {
    this.#client = pool.client
    this.#connection = this.#client.acquireConnection()
  }

  get takesMore(): boolean {
    return !this.#isOver && this.#underWay < MAX_PIPELINED_STATEMENTS && performance.now() < this.#end
  }

  async execute(sql: string, bindings: readonly Binding[]): Promise<readonly object[]> {
    this.#underWay += 1
    try {
      return await this.#client.execute(await this.#connection, sql, bindings, 'turn')
    } catch (error) {
      this.#isOver ||= isConnectionLost(error)
      throw error
    } finally {
      this.#underWay -= 1
      if (this.#underWay === 0) this.#giveBack()
    }
  }

  #giveBack(): void {
    this.#isOver = true
    this.#connection.then(
      (connection) => this.#client.releaseConnection(connection),
      () => {}, // who asked was told
    )
  }
}
