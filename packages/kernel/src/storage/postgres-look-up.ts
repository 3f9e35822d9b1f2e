import { performance } from 'node:perf_hooks'
import type { Knex } from 'knex'
import { type GatheringConnection, gather } from './gather.js'
import type { LookUp } from './look-up.js'
import { isConnectionLost } from './lost-connection.js'
import { disposeIfLost } from './pooled-connection.js'
import { statementName } from './statement-name.js'

/** As much of a connection of pg as is used. */
interface PostgresConnection extends GatheringConnection {
  query(statement: { name: string; text: string; values: unknown[] }): Promise<{ rows: object[] }>
}

/** What pg needs of a statement. */
interface NamedStatement {
  readonly name: string
  readonly text: string
}

/** Statements that may wait for one another on one connection: more share a write, and one that waits for a lock keeps more waiting. */
const MOST_AT_ONCE = 8
/** Longest time in ms that a connection takes more: one that turns out to be dead must not be waited for by everybody. */
const LONGEST = 1_000

/**
 * By the driver, which knows a statement by its name, over a connection of the pool that those share who ask at the same time: what they
 * ask goes out together, and the answers come in together.
 */
export function lookUpByName(pool: Knex): LookUp {
  const statements = new Map<string, NamedStatement>()
  let shared: SharedConnection | undefined
  return async (sql, bindings, { isLong = false } = {}) => {
    const statement = statements.get(sql) ?? named(sql)
    statements.set(sql, statement)
    if (isLong) return new SharedConnection(pool).ask(statement, bindings)
    if (!shared?.takesMore) shared = new SharedConnection(pool)
    return shared.ask(statement, bindings)
  }
}

/** A connection out of the pool, until what is asked at the same time is answered. */
class SharedConnection {
  readonly #pool: Knex
  readonly #connection: Promise<PostgresConnection>
  readonly #end = performance.now() + LONGEST
  #underWay = 0
  #isOver = false

  constructor(pool: Knex) {
    this.#pool = pool
    this.#connection = pool.client.acquireConnection()
  }

  get takesMore(): boolean {
    return !this.#isOver && this.#underWay < MOST_AT_ONCE && performance.now() < this.#end
  }

  async ask(statement: NamedStatement, bindings: readonly unknown[]): Promise<readonly object[]> {
    this.#underWay += 1
    let connection: PostgresConnection | undefined
    try {
      connection = await this.#connection
      this.#pool.client.emit('query', { sql: statement.text, bindings }) // for whoever listens to what is asked
      gather(connection, 'turn')
      const { rows } = await connection.query({ ...statement, values: [...bindings] })
      return rows
    } catch (error) {
      if (connection) disposeIfLost(connection, error)
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
      (connection) => this.#pool.client.releaseConnection(connection),
      () => {}, // who asked was told
    )
  }
}

function named(sql: string): NamedStatement {
  let bindings = 0
  const text = sql.replace(/\?/g, () => {
    bindings += 1
    return `$${bindings}`
  })
  return { name: statementName(text), text }
}
