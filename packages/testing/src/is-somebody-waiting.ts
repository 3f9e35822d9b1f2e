import type { Database } from '@plinth/kernel'

/**
 * Whether somebody waits for the writer of SQLite, or for a lock of PostgreSQL. For tests of what must wait for a
 * transaction: `await until(() => isSomebodyWaiting(database))` inside it.
 */
export async function isSomebodyWaiting(database: Database): Promise<boolean> {
  if (!database.dialect.isShared) return database.pools().some(({ waiting }) => waiting > 0)
  const waiting = await database.read((knex) =>
    knex('pg_stat_activity').whereRaw("datname = current_database() AND wait_event_type = 'Lock'"),
  )
  return waiting.length > 0
}
