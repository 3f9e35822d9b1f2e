import type { JsonSql } from '../dialect.js'

/**
 * JSON expressions for SQLite, which rounds numbers to 15 digits. That is exact for numbers below 10⁹ with at most six
 * decimals, which a division of two exact numbers verifies. All other numbers are printed with 17 digits, which is
 * always exact.
 */
export const sqliteJson: JsonSql = {
  constant,
  number: (x) =>
    `CASE WHEN ${x} IS NULL THEN NULL WHEN abs(${x}) < 1e9 AND round(${x} * 1e6) / 1e6 = ${x} THEN ${x} ELSE json(printf('%!.17g', ${x})) END`,
  flag: (x) => `CASE WHEN ${x} IS NULL THEN NULL WHEN ${x} THEN json('true') ELSE json('false') END`,
  // `->>` parses decimal numbers with one wrong bit now and then; `->` returns the text of a number
  member: (document, name, content) =>
    content === 'boolean'
      ? sqliteJson.flag(`(${document} ->> ${constant(path(name))})`)
      : `(${document} ${content === 'number' ? '->' : '->>'} ${constant(path(name))})`,
  object: (members) => `json_object(${members.map(([name, value]) => `${constant(name)}, ${value}`).join(', ')})`,
  list: (column) => `group_concat(${column}, ',' || char(10))`,
  array: (column) => `json_group_array(${column})`,
}

const path = (name: string) => `$.${JSON.stringify(name)}`

/** Quotes a string. Encodes question marks, which Knex would treat as placeholders. */
function constant(text: string): string {
  return `'${text.replaceAll("'", "''").replaceAll('?', "' || char(63) || '")}'`
}
