import type { Dialect } from './dialect.js'

/** SQLite: one process, one writer, so that sections and holds need no statement. */
export const sqliteDialect: Dialect = {
  name: 'sqlite',
  isShared: false,
  snapshot: {}, // every transaction does
  maxBindings: 32_766, // SQLITE_MAX_VARIABLE_NUMBER
  isOneOf: (expression, values) => ({
    sql: `${expression} IN (SELECT value FROM json_each(?))`,
    binding: JSON.stringify(values),
  }),
  enterSection: async () => {},
  holdForWriting: async () => {},
  // SQLite keeps a transaction open whose COMMIT failed, here on the only connection that writes. Committed inside, a failure
  // still ends in Knex's ROLLBACK; what Knex commits then is empty.
  settle: async (transaction) => {
    await transaction.raw('COMMIT')
    await transaction.raw('BEGIN')
  },
  serverTime: async () => undefined,
}
