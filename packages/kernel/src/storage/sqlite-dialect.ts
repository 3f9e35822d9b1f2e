import type { Dialect } from './dialect.js'
import { sqliteJson } from './sqlite-json.js'
import { insertUnlessTaken } from './sqlite-rows.js'

/** SQLite: one process, one writer, so that sections need no statement. */
export const sqliteDialect: Dialect = {
  name: 'sqlite',
  isShared: false,
  snapshot: {}, // every transaction does
  isOneOf: (expression, values) => ({
    sql: `${expression} IN (SELECT value FROM json_each(?))`,
    binding: JSON.stringify(values),
  }),
  enterSection: async () => {},
  json: sqliteJson,
  insertUnlessTaken,
  // SQLite keeps a transaction open whose COMMIT failed, here on the only connection that writes. Committed inside, a failure
  // still ends in Knex's ROLLBACK; what Knex commits then is empty.
  settle: async (transaction) => {
    await transaction.raw('COMMIT')
    await transaction.raw('BEGIN')
  },
  serverTime: async () => undefined,
}
