import pg from 'pg'
import { SqliteConnection } from '../limits/sqlite-connection.js'

/** A database by its bare driver, for whatever a measurement puts into it. Bindings are `$1`, `$2` … */
export interface BareDatabase {
  /** The rows of the first binding, a JSON array. */
  readonly each: string
  run(sql: string, bindings?: readonly unknown[]): Promise<unknown>
  all<T extends object>(sql: string, bindings?: readonly unknown[]): Promise<T[]>
  close(): Promise<void>
}

export function openDatabase(url: string): Promise<BareDatabase> {
  return url.startsWith('sqlite:') ? openSqlite(url) : openPostgres(url)
}

/** SQLite would count `$1` by its place. */
const numbered = (sql: string) => sql.replace(/\$(\d)/g, '?$1')

async function openSqlite(url: string): Promise<BareDatabase> {
  const connection = await SqliteConnection.open(url.slice('sqlite:'.length))
  return {
    each: 'json_each($1)',
    run: (sql, bindings = []) => connection.run(numbered(sql), bindings),
    all: (sql, bindings = []) => connection.all(numbered(sql), bindings),
    close: () => connection.close(),
  }
}

async function openPostgres(connectionString: string): Promise<BareDatabase> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  return {
    each: 'json_array_elements($1::json)',
    run: (sql, bindings = []) => client.query(sql, [...bindings]),
    all: async (sql, bindings = []) => (await client.query(sql, [...bindings])).rows,
    close: () => client.end(),
  }
}
