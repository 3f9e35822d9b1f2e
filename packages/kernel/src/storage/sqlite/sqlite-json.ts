import type { JsonSql } from '../dialect.js'

/**
 * SQLite's own JSON rounds numbers to 15 digits. That is exact for those of at most six decimals below 10⁹, which a
 * division of two exact numbers shows; all others get the 17 digits that always are.
 */
export const sqliteJson: JsonSql = {
  constant,
  number: (x) =>
    `CASE WHEN ${x} IS NULL THEN NULL WHEN abs(${x}) < 1e9 AND round(${x} * 1e6) / 1e6 = ${x} THEN ${x} ELSE json(printf('%!.17g', ${x})) END`,
  flag: (x) => `CASE WHEN ${x} IS NULL THEN NULL WHEN ${x} THEN json('true') ELSE json('false') END`,
  object: (members) => `json_object(${members.map(([name, value]) => `${constant(name)}, ${value}`).join(', ')})`,
  list: (column) => `group_concat(${column}, ',' || char(10))`,
  array: (column) => `json_group_array(${column})`,
}

/** Without a question mark, which Knex would take for something to bind. */
function constant(text: string): string {
  return `'${text.replaceAll("'", "''").replaceAll('?', "' || char(63) || '")}'`
}
