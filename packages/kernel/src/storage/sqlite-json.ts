import type { JsonSql } from './dialect.js'

/**
 * SQLite's own JSON rounds numbers to 15 digits. Here whole numbers and those of at most six decimals are written as people
 * do, once a division of two exact numbers has shown that this is exact; all others with the 17 digits that always are.
 */
export const sqliteJson: JsonSql = {
  text: (expression) => `json_quote(${expression})`,
  number: (x) =>
    `CASE WHEN ${x} IS NULL THEN 'null'
      WHEN typeof(${x}) = 'integer' THEN CAST(${x} AS TEXT)
      WHEN abs(${x}) < 1e15 AND CAST(${x} AS INTEGER) = ${x} THEN CAST(CAST(${x} AS INTEGER) AS TEXT)
      WHEN abs(${x}) < 1e9 AND round(${x} * 1e6) / 1e6 = ${x} THEN rtrim(printf('%.6f', ${x}), '0')
      ELSE printf('%!.17g', ${x}) END`,
  list: (expression, order) => `group_concat(${expression}, ',' || char(10) ORDER BY ${order})`,
}
