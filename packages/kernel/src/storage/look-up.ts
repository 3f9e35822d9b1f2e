import type { Knex } from 'knex'
import type { ColumnValue } from './row-writer.js'

/** The value of a `?` placeholder in SQL. A list becomes a PostgreSQL array. */
export type Binding = ColumnValue | readonly string[]

/** Result of a driver: rows from sqlite3; rows and the executed command from pg. */
export type DriverResult = readonly object[] | { readonly rows: readonly object[]; readonly command: string }

/** Options of a look-up. */
export interface LookUpOptions {
  /** Whether the statement is slow, so that others should not share its connection and wait for it. */
  readonly mayTakeLong?: boolean
}

/** Runs one read-only statement with `?` for each binding and returns its rows. */
export type LookUp = (sql: string, bindings: readonly Binding[], options?: LookUpOptions) => Promise<readonly object[]>

/** Executes a statement with `knex.raw`, which notifies the listeners of a host's Knex. */
export async function executeByKnex(knex: Knex, sql: string, bindings: readonly Binding[]): Promise<readonly object[]> {
  return rowsOf(await knex.raw(sql, [...bindings] as Knex.RawBinding[]))
}

function rowsOf(result: DriverResult): readonly object[] {
  return 'rows' in result ? result.rows : result
}
