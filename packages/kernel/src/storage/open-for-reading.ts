import type { Database } from './database.js'

/**
 * Opens the database of a URL for looking only, also beside the process that owns it and whatever its schema is:
 * nothing is made, locked or changed, and `write` fails. Throws an `UnreachableDatabase` that says why it cannot be
 * reached.
 */
export async function openForReading(url: string): Promise<Database> {
  const { openReadOnlyPostgres, openReadOnlySqlite } = await import('./read-only-database.js') // with Knex
  return url.startsWith('sqlite:') ? openReadOnlySqlite(url.slice('sqlite:'.length)) : openReadOnlyPostgres(url)
}
