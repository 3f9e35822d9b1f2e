import type { Restored, RestoreOptions } from './sqlite/restore-sqlite.js'

/**
 * Puts a backup in the place of a SQLite file that no process uses. Whenever this process is killed, either the former
 * database is there or the restored one. Throws a `StartupError` while another process owns the file, and
 * `NOT_RESTORED` for a backup that is damaged, or not a database of these migrations; nothing has changed then.
 */
export async function restoreDatabase<T>(options: RestoreOptions<T>): Promise<Restored<T>> {
  const { restoreSqlite } = await import('./sqlite/restore-sqlite.js') // with Knex
  return restoreSqlite(options)
}
