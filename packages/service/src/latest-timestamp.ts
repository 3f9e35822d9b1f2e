import type { Database } from '@plinth/kernel'

/** The columns whose timestamps should not be in the future: none of them is the end of a period. */
const TIMESTAMP_COLUMNS = [
  'made_at',
  'happened_at',
  'created_at',
  'last_used_at',
  'failed_at',
  'revoked_at',
  'disabled_at',
]

/** Returns the newest timestamp, in ms, in any of Plinth's tables in a SQLite file; `undefined` if there is none. */
export function latestTimestamp(database: Database): Promise<number | undefined> {
  return database.read(async (knex) => {
    const columns: { table: string; column: string }[] = await knex
      .from(knex.raw('sqlite_master AS t, pragma_table_info(t.name) AS c'))
      .select({ table: 't.name', column: 'c.name' })
      .where('t.type', 'table')
      .whereRaw("t.name GLOB 'plinth_*'")
      .whereIn('c.name', TIMESTAMP_COLUMNS)
    const newestPerColumn = columns.map(async ({ table, column }) => {
      const [row] = await knex(table).max({ newest: column })
      return Number(row?.newest ?? 0)
    })
    return Math.max(0, ...(await Promise.all(newestPerColumn))) || undefined
  })
}
