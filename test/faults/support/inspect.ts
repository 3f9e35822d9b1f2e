import type { TempDatabase } from '@plinth/testing'
import pg from 'pg'
import sqlite3 from 'sqlite3'

export type Row = Readonly<Record<string, string | number | null>>

/** Queries a database over a connection that is independent of Plinth. */
export interface Inspection {
  readonly isSqlite: boolean
  rows(sql: string): Promise<Row[]>
}

/** Opens a connection, passes it to `use`, and closes it. Opens a SQLite file read-only. */
export function inspect<T>(
  { url }: Pick<TempDatabase, 'url'>,
  use: (inspection: Inspection) => Promise<T>,
): Promise<T> {
  return url.startsWith('sqlite:') ? inspectFile(url.slice('sqlite:'.length), use) : inspectServer(url, use)
}

async function inspectFile<T>(path: string, use: (inspection: Inspection) => Promise<T>): Promise<T> {
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
    return await use({ isSqlite: true, rows })
  } finally {
    await new Promise<void>((resolve) => connection.close(() => resolve()))
  }
}

async function inspectServer<T>(url: string, use: (inspection: Inspection) => Promise<T>): Promise<T> {
  const connection = new pg.Client({ connectionString: url, application_name: 'inspection' })
  connection.on('error', () => {}) // the statement under way rejects
  await connection.connect()
  try {
    return await use({ isSqlite: false, rows: async (sql) => (await connection.query<Row>(sql)).rows })
  } finally {
    await connection.end()
  }
}
