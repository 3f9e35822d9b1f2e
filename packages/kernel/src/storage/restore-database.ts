import type { RestoreOptions, RestoreResult } from './sqlite/restore-sqlite.js'

/**
 * Replaces a SQLite file that no process uses with a backup. If this process is killed, either the previous database or
 * the restored one is in place. Throws a `StartupError` if another process owns the file, and `NOT_RESTORED` if the
 * backup is damaged or was not created with these migrations. Nothing is changed in these cases.
 */
export async function restoreDatabase<T>(options: RestoreOptions<T>): Promise<RestoreResult<T>> {
  const { restoreSqlite } = await import('./sqlite/restore-sqlite.js') // loads Knex
  return restoreSqlite(options)
}
