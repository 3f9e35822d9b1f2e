import { createHash } from 'node:crypto'
import type { Knex } from 'knex'

/** Runs one statement that only reads, with `?` for each binding, and returns its rows. */
export type LookUp = (sql: string, bindings: readonly unknown[]) => Promise<readonly object[]>

/** By Knex as it is, so that whoever listens to a host's Knex hears of it. */
export function lookUpByKnex(knex: Knex): LookUp {
  return async (sql, bindings) => {
    const result = await knex.raw(sql, [...bindings] as Knex.RawBinding[])
    return Array.isArray(result) ? result : result.rows // sqlite3, pg
  }
}

/** As much of a connection of pg as is used. */
interface PostgresConnection {
  query(statement: { name: string; text: string; values: unknown[] }): Promise<{ rows: object[] }>
}

/** What pg needs of a statement. */
interface NamedStatement {
  readonly name: string
  readonly text: string
}

/**
 * By the driver, under a name: PostgreSQL parses and plans such a statement once a connection, and Knex, which would take as long
 * again, only lends the connection.
 */
export function lookUpByName(pool: Knex): LookUp {
  const statements = new Map<string, NamedStatement>()
  return async (sql, bindings) => {
    const statement = statements.get(sql) ?? named(sql)
    statements.set(sql, statement)
    const connection: PostgresConnection = await pool.client.acquireConnection()
    pool.client.emit('query', { sql: statement.text, bindings }) // for whoever listens to what is asked
    try {
      const { rows } = await connection.query({ ...statement, values: [...bindings] })
      return rows
    } finally {
      await pool.client.releaseConnection(connection)
    }
  }
}

/** The name follows from the text: two replicas of different versions may share a connection of a pooler. */
function named(sql: string): NamedStatement {
  let bindings = 0
  const text = sql.replace(/\?/g, () => {
    bindings += 1
    return `$${bindings}`
  })
  return { name: `plinth_${createHash('sha256').update(text).digest('hex').slice(0, 16)}`, text }
}
