/** SQL expressions that read a column of one type as a value that is the same on both databases. NULL stays NULL. */
export interface ColumnType {
  readonly onSqlite: (column: string) => string
  readonly onPostgres: (column: string) => string
}

const identity = (column: string) => column
const text: ColumnType = { onSqlite: identity, onPostgres: identity }
const integer: ColumnType = {
  onSqlite: (column) => `CAST(${column} AS TEXT)`, // may have more digits than a JavaScript number
  onPostgres: (column) => `${column}::text`,
}
/** The types that can be copied, by their PostgreSQL names. */
export const COPYABLE_TYPES: Readonly<Record<string, ColumnType>> = {
  text,
  varchar: text,
  int2: integer,
  int4: integer,
  int8: integer,
  float8: text, // both drivers return the same JavaScript number
  bool: { ...integer, onPostgres: (column) => `${column}::int::text` },
  bytea: {
    onSqlite: (column) => `CASE WHEN ${column} IS NOT NULL THEN '\\x' || lower(hex(${column})) END`,
    onPostgres: (column) => `'\\x' || encode(${column}, 'hex')`,
  },
}
