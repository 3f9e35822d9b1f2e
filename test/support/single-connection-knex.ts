import type { TempDatabase, TestDatabase } from '@plinth/testing'
import type { Knex } from 'knex'
import { makeHostKnex, sqliteConfig } from './host-knex.js'

/**
 * Creates a Knex with a single connection, so that a test can observe a kernel after every statement: a query that the
 * test sends when a statement ends runs before the kernel's next statement.
 */
export function singleConnectionKnex(database: TestDatabase, { url }: TempDatabase): Knex {
  const pool = { min: 0, max: 1 }
  return database.name === 'PostgreSQL'
    ? makeHostKnex({ client: 'pg', connection: url, pool })
    : makeHostKnex(sqliteConfig(url, pool))
}
