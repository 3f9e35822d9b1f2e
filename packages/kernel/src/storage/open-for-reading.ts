import type { Database } from './database.js'

/**
 * Opens the database of a URL for looking only, also beside the process that owns it and whatever its schema is:
 * nothing is made, locked or changed, and `write` fails. Throws an `UnreachableDatabase` that says why it cannot be
 * reached.
 */
export async function openForReading(url: string): Promise<Database> {
  const { lookAtPostgres, lookAtSqlite } = await import('./look-only-database.js') // with Knex
  return url.startsWith('sqlite:') ? lookAtSqlite(url.slice('sqlite:'.length)) : lookAtPostgres(url)
}
