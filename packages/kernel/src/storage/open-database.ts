import type { Knex } from 'knex'
import { StartupError } from '../errors/startup-error.js'
import type { Database } from './database.js'
import { adoptPostgres } from './postgres/adopt-postgres.js'
import { openPostgres } from './postgres/open-postgres.js'
import { adoptSqlite } from './sqlite/adopt-sqlite.js'
import { openSqlite } from './sqlite/open-sqlite.js'

/**
 * Opens the database of a URL: `postgres://…`, `sqlite:<path>` or `sqlite::memory:`. Throws a `StartupError` that says
 * what is wrong and never contains the URL, which may include a password.
 */
export async function openDatabase(
  url: string,
  options: { readonly maxConnections?: number | undefined } = {},
): Promise<Database> {
  if (/^postgres(ql)?:\/\//.test(url)) return openPostgres(url, options)
  if (url.startsWith('sqlite:')) return openSqlite(url.slice('sqlite:'.length))
  throw new StartupError('PLINTH_DATABASE_URL (the option databaseUrl) must start with "postgres://" or "sqlite:".')
}

/**
 * Wraps a Knex of the host, which is never closed. On SQLite, reads wait for writes. Throws a `StartupError` if its
 * database cannot be reached.
 */
export function adoptDatabase(knex: Knex): Promise<Database> {
  return knex.client.dialect === 'postgresql' ? adoptPostgres(knex) : adoptSqlite(knex)
}
