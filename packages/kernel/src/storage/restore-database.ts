import type { Restored, RestoreOptions } from './sqlite/restore-sqlite.js'

/**
 * Replaces a SQLite file that no process uses with a backup. If this process is killed, either the previous database or
 * the restored one is in place. Throws a `StartupError` while another process owns the file, and `NOT_RESTORED` if the
 * backup is damaged or not a database of these migrations; nothing has changed then.
 */
export async function restoreDatabase<T>(options: RestoreOptions<T>): Promise<Restored<T>> {
  const { restoreSqlite } = await import('./sqlite/restore-sqlite.js') // with Knex
  return restoreSqlite(options)
}
