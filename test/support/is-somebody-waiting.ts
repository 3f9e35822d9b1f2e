import type { Database } from '@plinth/kernel'

/** Whether somebody waits for the writer of SQLite, or for a lock of PostgreSQL. */
export async function isSomebodyWaiting(stored: Database): Promise<boolean> {
  if (!stored.dialect.isShared) return stored.pools().some(({ waiting }) => waiting > 0)
  const waiting = await stored.read((knex) =>
    knex('pg_stat_activity').whereRaw("datname = current_database() AND wait_event_type = 'Lock'"),
  )
  return waiting.length > 0
}
