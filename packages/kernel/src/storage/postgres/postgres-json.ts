import type { JsonSql } from '../dialect.js'

/**
 * JSON of PostgreSQL, which writes numbers with all their digits. Objects are made of rows, because a function takes at
 * most 100 arguments.
 */
export const postgresJson: JsonSql = {
  constant: (text) => `'${text.replaceAll("'", "''").replaceAll('?', "' || chr(63) || '")}'`,
  number: (column) => column,
  flag: (column) => column,
  object: (members) => {
    const columns = members.map(([name, value]) => `${value} AS ${identifier(name)}`)
    return `row_to_json((SELECT record FROM (SELECT ${columns.join(', ')}) record))`
  },
  list: (column) => `string_agg(${column}::text, ',' || chr(10))`,
  array: (column) => `array_to_json(array_agg(${column}))::text`,
}

/** Quotes an identifier without a question mark, which Knex would take for a binding. */
function identifier(name: string): string {
  return `U&"${name.replaceAll('\\', '\\\\').replaceAll('"', '""').replaceAll('?', '\\003F')}"`
}
