import type { Knex } from 'knex'
import type { ColumnContent, ForeignKey } from '../dialect.js'

type Family = 'text' | 'integer' | 'number' | 'lossy number' | 'boolean' | 'time' | 'uuid' | 'bytes'

/** Type families by the names that `format_type` returns. */
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

/**
 * Returns the columns of a table by name. Knex would query `information_schema.columns`, which takes ten times longer.
 */
export async function postgresColumns(knex: Knex, table: string): Promise<Readonly<Record<string, Knex.ColumnInfo>>> {
  const { rows } = await knex.raw(
    `SELECT name, format_type(type, NULL) AS type, nullable, "defaultValue",
       CASE WHEN type = ANY('{varchar,bpchar}'::regtype[]) AND modifier <> -1 THEN modifier - 4 END AS "maxLength"
     FROM (
       SELECT a.attname AS name, NOT (a.attnotnull OR t.typnotnull) AS nullable,
         pg_get_expr(d.adbin, d.adrelid) AS "defaultValue",
         CASE t.typtype WHEN 'd' THEN t.typbasetype ELSE t.oid END AS type, -- of a domain its base type
         CASE t.typtype WHEN 'd' THEN t.typtypmod ELSE a.atttypmod END AS modifier
       FROM pg_attribute a
       JOIN pg_type t ON t.oid = a.atttypid
       LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum AND a.attgenerated = ''
       WHERE a.attrelid = to_regclass(quote_ident(?)) AND a.attnum > 0 AND NOT a.attisdropped
     ) AS columns`,
    [table],
  )
  return Object.fromEntries(rows.map(({ name, ...column }: Knex.ColumnInfo & { name: string }) => [name, column]))
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
