import type { TempDatabase, TestDatabase } from '@plinth/testing'
import type { Knex } from 'knex'
import { makeHostKnex } from './host-knex.js'

/**
 * A Knex that a kernel is lent, so that a test hears of every statement. It has one connection: what a test asks when
 * it hears of the end of a statement comes before the next one of the kernel.
 */
export function lendKnex(database: TestDatabase, { url }: TempDatabase): Knex {
  const pool = { min: 0, max: 1 }
  return database.name === 'PostgreSQL'
    ? makeHostKnex({ client: 'pg', connection: url, pool })
    : makeHostKnex({
        client: 'sqlite3',
        connection: { filename: url.slice('sqlite:'.length) },
        useNullAsDefault: true,
        pool,
      })
}
