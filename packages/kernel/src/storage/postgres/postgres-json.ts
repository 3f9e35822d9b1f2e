import type { JsonSql } from '../dialect.js'

/**
 * PostgreSQL writes numbers with as many digits as it takes. A function takes 100 arguments at most, a row has more
 * room.
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

/** Without a question mark, which Knex would take for something to bind. */
function identifier(name: string): string {
  return `U&"${name.replaceAll('\\', '\\\\').replaceAll('"', '""').replaceAll('?', '\\003F')}"`
}
