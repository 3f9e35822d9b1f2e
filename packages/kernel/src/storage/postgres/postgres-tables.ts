import type { Knex } from 'knex'
import type { StoredTable } from '../dialect.js'

/**
 * Query for the columns of the table `id` of the outer query. Knex queries `information_schema.columns` instead, and
 * planning such a query takes ten times as long.
 */
const COLUMNS = `
  SELECT json_object_agg(name, json_build_object(
    'type', format_type(type, NULL), 'nullable', nullable, 'defaultValue', "defaultValue",
    'maxLength', CASE WHEN type = ANY('{varchar,bpchar}'::regtype[]) AND modifier <> -1 THEN modifier - 4 END))
  FROM (
    SELECT a.attname AS name, NOT (a.attnotnull OR t.typnotnull) AS nullable,
      pg_get_expr(d.adbin, d.adrelid) AS "defaultValue",
      CASE t.typtype WHEN 'd' THEN t.typbasetype ELSE t.oid END AS type, -- of a domain its base type
      CASE t.typtype WHEN 'd' THEN t.typtypmod ELSE a.atttypmod END AS modifier
    FROM pg_attribute a
    JOIN pg_type t ON t.oid = a.atttypid
    LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum AND a.attgenerated = ''
    WHERE a.attrelid = id AND a.attnum > 0 AND NOT a.attisdropped
  ) AS columns`

const FOREIGN_KEYS = `
  SELECT json_build_object(
    'column', source.attname, 'targetTable', target.relname, 'targetColumn', referenced.attname)
  FROM pg_constraint c
  JOIN pg_class target ON target.oid = c.confrelid
  JOIN pg_attribute source ON source.attrelid = c.conrelid AND source.attnum = c.conkey[1]
  JOIN pg_attribute referenced ON referenced.attrelid = c.confrelid AND referenced.attnum = c.confkey[1]
  WHERE c.contype = 'f' AND c.conrelid = id AND cardinality(c.conkey) = 1`

const UNIQUE_INDEXES = `
  SELECT json_agg(a.attname) FROM pg_index i
  JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = ANY((i.indkey::int2[])[0:i.indnkeyatts - 1])
  WHERE i.indrelid = id AND i.indisunique AND i.indisvalid AND i.indimmediate AND i.indpred IS NULL
    AND i.indexprs IS NULL
  GROUP BY i.indexrelid`

/** Returns the tables with these names that exist, by name. */
export async function postgresTables(knex: Knex, names: readonly string[]): Promise<ReadonlyMap<string, StoredTable>> {
  const { rows } = await knex.raw(
    `SELECT name, (${COLUMNS}) AS columns, ARRAY(${FOREIGN_KEYS}) AS "foreignKeys",
       ARRAY(${UNIQUE_INDEXES}) AS "uniqueIndexes"
     FROM (SELECT name, to_regclass(quote_ident(name)) AS id FROM unnest(?::text[]) AS name) AS tables
     WHERE id IS NOT NULL`,
    [[...names]],
  )
  return new Map(rows.map(({ name, ...table }: StoredTable & { name: string }) => [name, table]))
}
