import type { JsonSql } from '../dialect.js'

/**
 * The types to which members are cast. The column of an integer may be of any integer type, or a double, whose JSON may
 * be `1e+15`: `numeric` accepts all of them.
 */
const MEMBER_TYPES: Readonly<Record<string, string>> = {
  number: 'double precision',
  integer: 'numeric',
  boolean: 'boolean',
  reference: 'numeric::bigint', // so that an index of ids is used
}

/**
 * JSON expressions for PostgreSQL, which writes numbers with all their digits. Objects are created from rows, because a
 * function accepts at most 100 arguments.
 */
export const postgresJson: JsonSql = {
  constant: (text) => `'${text.replaceAll("'", "''").replaceAll('?', "' || chr(63) || '")}'`,
  number: (column) => column,
  flag: (column) => column,
  member: (document, name, content) =>
    `(CAST(${document} AS json) ->> ${postgresJson.constant(name)})::${MEMBER_TYPES[content] ?? 'text'}`,
  object: (members) => {
    const columns = members.map(([name, value]) => `${value} AS ${identifier(name)}`)
    return `row_to_json((SELECT record FROM (SELECT ${columns.join(', ')}) record))`
  },
  list: (column) => `string_agg(${column}::text, ',' || chr(10))`,
  array: (column) => `array_to_json(array_agg(${column}))::text`,
}

/** Quotes an identifier. Encodes question marks, which Knex would treat as placeholders. */
function identifier(name: string): string {
  return `U&"${name.replaceAll('\\', '\\\\').replaceAll('"', '""').replaceAll('?', '\\003F')}"`
}
