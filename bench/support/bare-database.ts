import pg from 'pg'
import { SqliteConnection } from '../baselines/sqlite-connection.js'

/** A database accessed directly through its driver, for inserting test data. Placeholders are `$1`, `$2` … */
export interface BareDatabase {
  /** A `FROM` item with a row for each element of the first binding, a JSON array. */
  readonly rowsOfJsonArray: string
  run(sql: string, bindings?: readonly unknown[]): Promise<unknown>
  all<T extends object>(sql: string, bindings?: readonly unknown[]): Promise<T[]>
  close(): Promise<void>
}

export function openDatabase(url: string): Promise<BareDatabase> {
  return url.startsWith('sqlite:') ? openSqlite(url) : openPostgres(url)
}

/** Converts placeholders to `?1`: SQLite numbers `$1` and `$2`, as named parameters, in order of first appearance. */
const toQuestionMarks = (sql: string) => sql.replace(/\$(\d)/g, '?$1')

async function openSqlite(url: string): Promise<BareDatabase> {
  const connection = await SqliteConnection.open(url.slice('sqlite:'.length))
  return {
    rowsOfJsonArray: 'json_each($1)',
    run: (sql, bindings = []) => connection.run(toQuestionMarks(sql), bindings),
    all: (sql, bindings = []) => connection.all(toQuestionMarks(sql), bindings),
    close: () => connection.close(),
  }
}

async function openPostgres(connectionString: string): Promise<BareDatabase> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  return {
    rowsOfJsonArray: 'json_array_elements($1::json)',
    run: (sql, bindings = []) => client.query(sql, [...bindings]),
    all: async (sql, bindings = []) => (await client.query(sql, [...bindings])).rows,
    close: () => client.end(),
  }
}
