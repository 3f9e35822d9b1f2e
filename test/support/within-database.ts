import type { TempDatabase } from '@plinth/testing'
import knex, { type Knex } from 'knex'

/** What fails is told by its error. */
const QUIET = { warn: () => {}, error: () => {} }

/** Runs `work` on a database that is not open, or on a server also while others use it. */
export async function within<T>({ url }: Pick<TempDatabase, 'url'>, work: (db: Knex) => Promise<T>): Promise<T> {
  const db = url.startsWith('postgres')
    ? knex({ client: 'pg', connection: url, log: QUIET })
    : knex({
        client: 'sqlite3',
        connection: { filename: url.slice('sqlite:'.length) },
        useNullAsDefault: true,
        log: QUIET,
      })
  try {
    return await work(db)
  } finally {
    await db.destroy()
  }
}
