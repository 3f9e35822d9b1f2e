import { createHash } from 'node:crypto'
import type { App } from '../support/app.js'

/** Tables that a refused request may change, because it is counted or recorded there. */
const IGNORED_TABLES = new Set([
  'plinth_login_failures',
  'plinth_rate_limits',
  'plinth_audit_events',
  'plinth_audit_chain',
  'sqlite_sequence',
])
/** Columns that any use of a key may change. */
const IGNORED_COLUMNS = new Set(['last_used_at'])

/** Returns a digest of everything in a database that no refused request may change. */
export type TakeFingerprint = () => Promise<string>

/** Returns a function that takes fingerprints. It looks the tables up once; each fingerprint is one statement. */
export async function fingerprinter({ services: { database } }: App): Promise<TakeFingerprint> {
  const isPostgres = database.dialect.name === 'postgres'
  const columns: { table_name: string; column_name: string }[] = await database.read(async (knex) =>
    isPostgres
      ? knex('information_schema.columns as c')
          .where({ 'c.table_schema': 'public' })
          .whereNotIn(
            'c.table_name',
            knex('information_schema.views').where({ table_schema: 'public' }).select('table_name'),
          )
          .select('c.table_name', 'c.column_name')
      : knex.raw(
          `SELECT m.name AS table_name, c.name AS column_name FROM sqlite_master m, pragma_table_info(m.name) c WHERE m.type = 'table'`,
        ),
  )
  const tables = new Map<string, string[]>()
  for (const { table_name: table, column_name: column } of columns) {
    if (IGNORED_TABLES.has(table) || IGNORED_COLUMNS.has(column)) continue
    tables.set(table, [...(tables.get(table) ?? []), column])
  }
  const statement = [...tables]
    .map(([table, names]) => (isPostgres ? postgresPart(table, names) : sqlitePart(table, names)))
    .join(' UNION ALL ')
    .concat(' ORDER BY name') // PostgreSQL may read many tables in parallel
  return async () => {
    const found = await database.read((knex) => knex.raw(statement))
    return createHash('sha256')
      .update(JSON.stringify(isPostgres ? found.rows : found))
      .digest('hex')
  }
}

const quoted = (names: readonly string[]) => names.map((name) => `"${name}"`).join(', ')

const postgresPart = (table: string, columns: readonly string[]) =>
  `SELECT '${table}' AS name, md5(coalesce(string_agg(r.line, '|' ORDER BY r.line), '')) AS rows FROM (SELECT row(${quoted(columns)})::text AS line FROM "${table}") r`

const sqlitePart = (table: string, columns: readonly string[]) =>
  `SELECT '${table}' AS name, (SELECT group_concat(line, '|') FROM (SELECT json_array(${quoted(columns)}) AS line FROM "${table}" ORDER BY line)) AS rows`
