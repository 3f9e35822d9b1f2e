import type { Database, Knex } from '@plinth/kernel'

/**
 * Returns whether a transaction is waiting for the SQLite writer or for a PostgreSQL lock. Use it inside a transaction
 * to test that something waits for it: `await until(() => isLockAwaited(database, transaction))`. Needs no connection
 * of its own, because a pooler may have none left.
 */
export async function isLockAwaited(database: Database, transaction: Knex.Transaction): Promise<boolean> {
  if (!database.dialect.isShared) return database.pools().some(({ waiting }) => waiting > 0)
  await transaction.raw('SELECT pg_stat_clear_snapshot()') // otherwise each query would see the same state
  const waiting = await transaction('pg_stat_activity').whereRaw(
    "datname = current_database() AND wait_event_type = 'Lock'",
  )
  return waiting.length > 0
}
