import type { Knex } from 'knex'
import type { ForeignKey, StoredTable } from '../dialect.js'

/** Returns the tables with these names that exist, by name. */
export async function sqliteTables(knex: Knex, names: readonly string[]): Promise<ReadonlyMap<string, StoredTable>> {
  const tables = new Map<string, StoredTable>()
  for (const name of names) {
    const columns: StoredTable['columns'] = await knex(name).columnInfo()
    if (Object.keys(columns).length === 0) continue
    tables.set(name, {
      columns,
      foreignKeys: await foreignKeys(knex, name),
      uniqueIndexes: await uniqueIndexes(knex, name),
    })
  }
  return tables
}

/**
 * Returns the single-column foreign keys of a table. One without a target column refers to the primary key, which is
 * assumed to be `id`.
 */
async function foreignKeys(knex: Knex, table: string): Promise<readonly ForeignKey[]> {
  return knex.raw(
    `SELECT "from" AS "column", "table" AS targetTable, coalesce("to", 'id') AS targetColumn
     FROM pragma_foreign_key_list(?) GROUP BY id HAVING count(*) = 1`,
    [table],
  )
}

async function uniqueIndexes(knex: Knex, table: string): Promise<readonly (readonly string[])[]> {
  const rows: { columns: string }[] = await knex.raw(
    `SELECT json_group_array(c.name) AS columns FROM pragma_index_list(?) i, pragma_index_info(i.name) c
     WHERE i."unique" = 1 AND i.partial = 0 GROUP BY i.name`,
    [table],
  )
  return rows.map(({ columns }) => JSON.parse(columns))
}
