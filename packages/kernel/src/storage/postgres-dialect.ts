import { setTimeout as pause } from 'node:timers/promises'
import type { Knex } from 'knex'
import type { Dialect } from './dialect.js'
import { insertUnlessTaken } from './postgres-rows.js'

/** How long in ms to wait before asking again whether a section is free. */
const SECTION_PAUSE = 100

/** PostgreSQL, shared by any number of replicas. */
export const postgresDialect: Dialect = {
  name: 'postgres',
  isShared: true,
  snapshot: { isolationLevel: 'repeatable read', readOnly: true },
  isOneOf: (expression, values) => ({ sql: `${expression} = ANY(?)`, binding: values }),

  /** Asks again and again: one statement that waits could not be told from a server that does not answer. */
  async enterSection(transaction, section) {
    while (!(await tryToEnter(transaction, section))) await pause(SECTION_PAUSE)
  },

  json: {
    text: (expression) => `coalesce(to_json(${expression})::text, 'null')`,
    number: (expression) => `coalesce((${expression})::text, 'null')`, // the shortest that is exact
    list: (expression, order) => `string_agg(${expression}, E',\n' ORDER BY ${order})`,
  },
  insertUnlessTaken,

  settle: async () => {}, // a COMMIT that fails has ended the transaction

  async serverTime(knex: Knex) {
    const { rows } = await knex.raw('SELECT extract(epoch FROM clock_timestamp()) * 1000 AS now')
    return Number(rows[0].now)
  },
}

async function tryToEnter(transaction: Knex.Transaction, section: string): Promise<boolean> {
  const { rows } = await transaction.raw('SELECT pg_try_advisory_xact_lock(hashtextextended(?, 0)) AS entered', [
    `plinth:${section}`,
  ])
  return rows[0].entered
}
