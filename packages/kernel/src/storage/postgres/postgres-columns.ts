import type { Knex } from 'knex'
import type { ColumnContent, ForeignKey } from '../dialect.js'

type Family = 'text' | 'integer' | 'number' | 'lossy number' | 'boolean' | 'time' | 'uuid' | 'bytes'

/** Type families by names in `information_schema.columns`. */
const FAMILIES: readonly (readonly [RegExp, Family])[] = [
  [/^(text|character|character varying)$/, 'text'],
  [/^(integer|bigint)$/, 'integer'],
  [/^double precision$/, 'number'],
  [/^(smallint|numeric|real)$/, 'lossy number'], // they reject large numbers, or round
  [/^boolean$/, 'boolean'],
  [/^(date|interval|time|timestamp)\b/, 'time'],
  [/^uuid$/, 'uuid'],
  [/^bytea$/, 'bytes'],
]

/** Type families that return the values of each content type unchanged. */
const LOSSLESS_FAMILIES: Readonly<Record<ColumnContent, readonly Family[]>> = {
  string: ['text'],
  'patterned string': ['text', 'time', 'uuid'],
  number: ['number'],
  integer: ['integer', 'number'],
  boolean: ['boolean'],
  timestamp: ['text'], // pg returns date and time types in another format
  reference: ['integer', 'number'],
}

/**
 * Returns whether a column type can store all values of this content type. Unlisted types, such as enums, are accepted.
 */
export function canPostgresHold(columnType: string, content: ColumnContent): boolean {
  const [, family] = FAMILIES.find(([expression]) => expression.test(columnType)) ?? []
  return family === undefined || LOSSLESS_FAMILIES[content].includes(family)
}

/** Returns the single-column foreign keys of a table. */
export async function postgresForeignKeys(knex: Knex, table: string): Promise<readonly ForeignKey[]> {
  const { rows } = await knex.raw(
    `SELECT source.attname AS column, target.relname AS "targetTable", referenced.attname AS "targetColumn"
     FROM pg_constraint c
     JOIN pg_class target ON target.oid = c.confrelid
     JOIN pg_attribute source ON source.attrelid = c.conrelid AND source.attnum = c.conkey[1]
     JOIN pg_attribute referenced ON referenced.attrelid = c.confrelid AND referenced.attnum = c.confkey[1]
     WHERE c.contype = 'f' AND c.conrelid = to_regclass(quote_ident(?)) AND cardinality(c.conkey) = 1`,
    [table],
  )
  return rows
}
