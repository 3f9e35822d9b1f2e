import type { CopiedTable, CopyOptions } from './copy-to-postgres.js'

/**
 * Copies all tables of a SQLite database to an empty PostgreSQL database in one transaction, and compares the copy with
 * the source. Marks the source, so that no kernel starts on it until `forgetCopy` removes the mark. Returns the tables.
 * Throws a `StartupError` if the server is not writable, and `NOT_COPIED` with the reason for other errors; the target
 * is then unchanged. Throws `COPY_UNCONFIRMED` if the server stops responding at COMMIT; the source then stays marked.
 */
export async function copyDatabase(options: CopyOptions): Promise<readonly CopiedTable[]> {
  const { copyToPostgres } = await import('./copy-to-postgres.js') // loads Knex
  return copyToPostgres(options)
}
