import type { Database } from '@plinth/kernel'

/**
 * Returns whether a transaction is waiting for the SQLite writer or for a PostgreSQL lock. Use it inside a transaction
 * to test that something waits for it: `await until(() => isLockAwaited(database))`.
 */
export async function isLockAwaited(database: Database): Promise<boolean> {
  if (!database.dialect.isShared) return database.pools().some(({ waiting }) => waiting > 0)
  const waiting = await database.read((knex) =>
    knex('pg_stat_activity').whereRaw("datname = current_database() AND wait_event_type = 'Lock'"),
  )
  return waiting.length > 0
}
