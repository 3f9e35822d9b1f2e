import type { TempDatabase } from '@plinth/testing'
import pg from 'pg'
import sqlite3 from 'sqlite3'

export type Row = Readonly<Record<string, string | number | null>>

/** A look at a database over a connection of the tests' own, past everything that Plinth does. */
export interface Look {
  readonly isSqlite: boolean
  rows(sql: string): Promise<Row[]>
}

/** Opens a connection for as long as the work takes; a SQLite file is opened for reading only. */
export function lookAt<T>({ url }: Pick<TempDatabase, 'url'>, work: (look: Look) => Promise<T>): Promise<T> {
  return url.startsWith('sqlite:') ? atFile(url.slice('sqlite:'.length), work) : atServer(url, work)
}

async function atFile<T>(path: string, work: (look: Look) => Promise<T>): Promise<T> {
  const connection = await new Promise<sqlite3.Database>((resolve, reject) => {
    const opened = new sqlite3.Database(path, sqlite3.OPEN_READONLY, (error) =>
      error ? reject(error) : resolve(opened),
    )
  })
  const rows = (sql: string) =>
    new Promise<Row[]>((resolve, reject) =>
      connection.all<Row>(sql, (error, found) => (error ? reject(error) : resolve(found))),
    )
  try {
    return await work({ isSqlite: true, rows })
  } finally {
    await new Promise<void>((resolve) => connection.close(() => resolve()))
  }
}

async function atServer<T>(url: string, work: (look: Look) => Promise<T>): Promise<T> {
  const connection = new pg.Client({ connectionString: url, application_name: 'audit' })
  connection.on('error', () => {}) // the statement that it cuts off says so
  await connection.connect()
  try {
    return await work({ isSqlite: false, rows: async (sql) => (await connection.query<Row>(sql)).rows })
  } finally {
    await connection.end()
  }
}
