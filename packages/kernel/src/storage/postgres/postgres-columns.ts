import type { Knex } from 'knex'
import type { ColumnContent, ForeignKey } from '../dialect.js'

type Family = 'text' | 'whole' | 'number' | 'boolean' | 'time' | 'uuid' | 'bytes'

/** Type families by names in `information_schema.columns`. */
const FAMILIES: readonly (readonly [RegExp, Family])[] = [
  [/^(text|character|character varying)$/, 'text'],
  [/^(smallint|integer|bigint)$/, 'whole'],
  [/^(numeric|real|double precision)$/, 'number'],
  [/^boolean$/, 'boolean'],
  [/^(date|interval|time|timestamp)\b/, 'time'],
  [/^uuid$/, 'uuid'],
  [/^bytea$/, 'bytes'],
]

const HOLDERS: Readonly<Record<ColumnContent, readonly Family[]>> = {
  'any text': ['text'],
  'some texts': ['text', 'time', 'uuid'],
  number: ['number'],
  integer: ['whole', 'number'],
  boolean: ['boolean'],
  moment: ['text'],
  reference: ['whole', 'number'],
}

/** Whether a column type can hold all such values. Types not listed here, such as enums, are accepted. */
export function canPostgresHold(columnType: string, content: ColumnContent): boolean {
  const [, family] = FAMILIES.find(([expression]) => expression.test(columnType)) ?? []
  return family === undefined || HOLDERS[content].includes(family)
}

/** Returns the single-column foreign keys of a table. */
export async function postgresForeignKeys(knex: Knex, table: string): Promise<readonly ForeignKey[]> {
  const { rows } = await knex.raw(
    `SELECT own.attname AS column, target.relname AS "targetTable", theirs.attname AS "targetColumn"
     FROM pg_constraint c
     JOIN pg_class target ON target.oid = c.confrelid
     JOIN pg_attribute own ON own.attrelid = c.conrelid AND own.attnum = c.conkey[1]
     JOIN pg_attribute theirs ON theirs.attrelid = c.confrelid AND theirs.attnum = c.confkey[1]
     WHERE c.contype = 'f' AND c.conrelid = to_regclass(quote_ident(?)) AND cardinality(c.conkey) = 1`,
    [table],
  )
  return rows
}
