import { createRequire } from 'node:module'
import { join } from 'node:path'
import knex, { type Knex } from 'knex'

const { HOST_KNEX: folder } = process.env

/** Creates a Knex as a host does: of the version installed in the folder HOST_KNEX, if that is set. */
export const makeHostKnex: typeof knex =
  folder === undefined ? knex : createRequire(join(folder, 'package.json'))('knex')

interface SqliteConnection {
  run(sql: string, done: (error: Error | null) => void): void
}

/** Returns the configuration of a host's Knex for a `sqlite:` URL, with foreign keys, which Plinth requires. */
export function sqliteConfig(url: string, pool: Knex.PoolConfig = {}): Knex.Config {
  const filename = url.slice('sqlite:'.length)
  const afterCreate = (connection: SqliteConnection, done: (error: Error | null) => void) =>
    connection.run('PRAGMA foreign_keys = ON', done)
  return { client: 'sqlite3', connection: { filename }, useNullAsDefault: true, pool: { ...pool, afterCreate } }
}
