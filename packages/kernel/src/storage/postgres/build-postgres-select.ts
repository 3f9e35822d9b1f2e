import { type BuildSelect, namePlaceholders } from '../json-row-writer.js'

/** Selects rows from JSON. The table determines the column types. */
export const buildPostgresSelect: BuildSelect = (rows, columns, table) => ({
  sql: `SELECT ${namePlaceholders(columns)} FROM json_populate_recordset(NULL::??, ?)`,
  bindings: [...columns, table, JSON.stringify(rows)],
})
