import type { TempDatabase } from '@plinth/testing'
import knex, { type Knex } from 'knex'

/** Logs nothing, because errors are thrown anyway. */
const QUIET = { warn: () => {}, error: () => {} }

/**
 * Opens a connection to a database, passes it to `use`, and closes it. A SQLite file must not be open elsewhere; a
 * PostgreSQL database may be.
 */
export async function withDatabase<T>({ url }: Pick<TempDatabase, 'url'>, use: (db: Knex) => Promise<T>): Promise<T> {
  const db = url.startsWith('postgres')
    ? knex({ client: 'pg', connection: url, log: QUIET })
    : knex({
        client: 'sqlite3',
        connection: { filename: url.slice('sqlite:'.length) },
        useNullAsDefault: true,
        log: QUIET,
      })
  try {
    return await use(db)
  } finally {
    await db.destroy()
  }
}
