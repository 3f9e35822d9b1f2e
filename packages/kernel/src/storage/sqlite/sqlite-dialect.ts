import type { Dialect } from '../dialect.js'
import { JsonRowWriter } from '../json-row-writer.js'
import { buildSqliteSelect } from './build-sqlite-select.js'
import { canSqliteHold } from './sqlite-columns.js'
import { sqliteJson } from './sqlite-json.js'
import { sqliteTables } from './sqlite-tables.js'

/** Dialect of SQLite. A write transaction locks the whole file, so named locks and row locks do nothing. */
export const sqliteDialect: Dialect = {
  name: 'sqlite',
  isShared: false,
  // Waits for the write lock. A transaction that begins by reading fails immediately if another process has written
  // since.
  beginWrite: 'BEGIN IMMEDIATE',
  // Larger than SQLite's cache of 2 MB, so that it is written to the disk immediately
  allocateSpace: 'CREATE TABLE plinth_space_test AS SELECT zeroblob(4000000) AS filler',
  beginSnapshot: 'BEGIN', // every transaction sees one snapshot
  beginWriteFromSnapshot: 'BEGIN IMMEDIATE',
  isOneOf: (expression, values) => ({
    sql: `${expression} IN (SELECT value FROM json_each(?))`,
    binding: JSON.stringify(values),
  }),
  rowLock: () => '',
  acquireLock: async () => {},
  json: sqliteJson,
  codePointCollation: 'BINARY',
  rowWriter: (transaction, target) => new JsonRowWriter(transaction, target, buildSqliteSelect),
  storedTables: sqliteTables,
  canHold: canSqliteHold,
  enforcesMaxLength: false,
  aroundSchemaChange: { before: 'PRAGMA foreign_keys = OFF', after: 'PRAGMA foreign_keys = ON' },
  brokenReference: async (transaction) => {
    const [row] = await transaction.raw('SELECT "table", parent FROM pragma_foreign_key_check LIMIT 1')
    return row
  },
  isReadOnly: async () => false, // `beginWrite` would have failed
  violationOf: (error) => {
    const message = error instanceof Error ? error.message : ''
    if (/UNIQUE constraint failed/.test(message)) return 'unique'
    return /FOREIGN KEY constraint failed/.test(message) ? 'reference' : undefined
  },
  isDeadlock: () => false, // there is one writer
  version: async (knex) => {
    const [row]: { version: string }[] = await knex.raw('SELECT sqlite_version() AS version')
    return row?.version ?? ''
  },
  serverTime: async () => undefined,
}
