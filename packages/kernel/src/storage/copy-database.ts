import type { CopiedTable, CopyOptions } from './copy-to-postgres.js'

/**
 * Copies all tables of a SQLite database to an empty one of PostgreSQL, in one transaction there, and compares what has
 * arrived with what was read. The source is marked, so that no kernel starts on it any more, unless `forgetCopy` takes
 * the mark away. Returns the tables. Throws a `StartupError` for a server that cannot be written, and `NOT_COPIED` with
 * the reason for anything else; the other database is then as empty as it was.
 */
export async function copyDatabase(options: CopyOptions): Promise<readonly CopiedTable[]> {
  const { copyToPostgres } = await import('./copy-to-postgres.js') // with Knex
  return copyToPostgres(options)
}
