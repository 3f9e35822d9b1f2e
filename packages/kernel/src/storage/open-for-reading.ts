import type { Database } from './database.js'

/**
 * Opens the database of a URL read-only, even while another process owns it and whatever its schema is. Nothing is
 * created, locked or changed, and `write` fails. Throws a `DatabaseNotOpened` with the reason if it cannot be
 * reached.
 */
export async function openForReading(url: string): Promise<Database> {
  const { openReadOnlyPostgres, openReadOnlySqlite } = await import('./read-only-database.js') // loads Knex
  return url.startsWith('sqlite:') ? openReadOnlySqlite(url.slice('sqlite:'.length)) : openReadOnlyPostgres(url)
}
