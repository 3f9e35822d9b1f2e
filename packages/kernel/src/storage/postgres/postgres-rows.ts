import { names, type SelectRows } from '../row-insert.js'

/** The table itself tells what each column holds. */
export const postgresRows: SelectRows = (rows, columns, table) => ({
  sql: `SELECT ${names(columns)} FROM json_populate_recordset(NULL::??, ?)`,
  bindings: [...columns, table, JSON.stringify(rows)],
})
