import { join } from 'node:path'
import { definePlugin } from '@plinth/kernel'
import type { TempDatabase, TestDatabase } from '@plinth/testing'
import type { Knex } from 'knex'
import { makeHostKnex, sqliteConfig } from '../../../../test/support/host-knex.js'

/** Plugin with two tables, one of which has a deferred foreign key to the other. */
export const stockPlugin = definePlugin()({
  name: 'stock',
  migrations: [
    {
      name: '001-stock',
      async up(transaction) {
        await transaction.raw('CREATE TABLE stock_items (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE)')
        await transaction.raw(
          `CREATE TABLE stock_parts (
            id INTEGER PRIMARY KEY,
            item_id INTEGER NOT NULL REFERENCES stock_items (id) DEFERRABLE INITIALLY DEFERRED)`,
        )
      },
    },
  ],
})

/** Returns the error with which a promise rejects; throws if it resolves. */
export async function errorOf(work: Promise<unknown>): Promise<Error> {
  const outcome = await work.then(
    () => 'it did not fail',
    (error: unknown) => error,
  )
  if (!(outcome instanceof Error)) throw new Error(String(outcome))
  return outcome
}

/** Creates a Knex as a host would. */
export function createHostKnex({ name }: TestDatabase, { url, dataDir }: TempDatabase): Knex {
  if (name === 'PostgreSQL') return makeHostKnex({ client: 'pg', connection: url })
  return makeHostKnex(sqliteConfig(`sqlite:${join(dataDir, 'host.db')}`))
}
