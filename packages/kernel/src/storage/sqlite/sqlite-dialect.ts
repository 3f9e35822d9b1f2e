import type { Dialect } from '../dialect.js'
import { RowInsert } from '../row-insert.js'
import { canSqliteHold, sqliteForeignKeys } from './sqlite-columns.js'
import { sqliteJson } from './sqlite-json.js'
import { sqliteRows } from './sqlite-rows.js'

/** SQLite: one process, one writer, so that sections need no statement. */
export const sqliteDialect: Dialect = {
  name: 'sqlite',
  isShared: false,
  // Takes the write lock, for which it waits. A transaction that reads first is refused at once when another process
  // has written since.
  beginWrite: 'BEGIN IMMEDIATE',
  // Beyond the cache of 2 MB: goes to the log at once
  takeRoom: 'CREATE TABLE plinth_room AS SELECT zeroblob(4000000) AS filler',
  beginSnapshot: 'BEGIN', // every transaction's do
  isOneOf: (expression, values) => ({
    sql: `${expression} IN (SELECT value FROM json_each(?))`,
    binding: JSON.stringify(values),
  }),
  rowLock: () => '',
  enterSection: async () => {},
  json: sqliteJson,
  rowWriter: (transaction, target) => new RowInsert(transaction, target, sqliteRows),
  uniqueIndexes: async (knex, table) => {
    const rows: { columns: string }[] = await knex.raw(
      `SELECT json_group_array(c.name) AS columns FROM pragma_index_list(?) i, pragma_index_info(i.name) c
       WHERE i."unique" = 1 AND i.partial = 0 GROUP BY i.name`,
      [table],
    )
    return rows.map(({ columns }) => JSON.parse(columns))
  },
  foreignKeys: sqliteForeignKeys,
  canHold: canSqliteHold,
  limitsTexts: false,
  isReadOnly: async () => false, // it would not have begun
  violationOf: (error) => {
    const message = error instanceof Error ? error.message : ''
    if (/UNIQUE constraint failed/.test(message)) return 'unique'
    return /FOREIGN KEY constraint failed/.test(message) ? 'reference' : undefined
  },
  isDeadlock: () => false, // there is one writer
  serverTime: async () => undefined,
}
