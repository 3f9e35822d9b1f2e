import type { Knex } from 'knex'
import type { Dialect } from './dialect.js'

/** PostgreSQL, shared by any number of replicas. */
export const postgresDialect: Dialect = {
  name: 'postgres',
  maxBindings: 65_535, // a 16-bit count in the protocol's Bind message
  isOneOf: (expression, values) => ({ sql: `${expression} = ANY(?)`, binding: values }),

  async enterSection(transaction, section) {
    await transaction.raw(`SET LOCAL lock_timeout = '60s'`)
    await transaction.raw('SELECT pg_advisory_xact_lock(hashtextextended(?, 0))', [`plinth:${section}`])
  },

  async holdForWriting(transaction, tables) {
    const names = tables.map(() => '??').join(', ')
    await transaction.raw(`LOCK TABLE ${names} IN SHARE ROW EXCLUSIVE MODE`, [...tables])
  },

  settle: async () => {}, // a COMMIT that fails has ended the transaction

  async serverTime(knex: Knex) {
    const { rows } = await knex.raw('SELECT extract(epoch FROM clock_timestamp()) * 1000 AS now')
    return Number(rows[0].now)
  },
}
