import type { Knex } from 'knex'
import type { ColumnValue } from './new-rows.js'

/** What stands for a `?` in SQL; a list is an array of PostgreSQL. */
export type Binding = ColumnValue | readonly string[]

/** What a driver answers: sqlite3 gives the rows, pg the command that was carried out, too. */
export type DriverAnswer = readonly object[] | { readonly rows: readonly object[]; readonly command: string }

/** How a statement is asked. */
export interface LookUpOptions {
  /** It may take longer than others should have to wait for. */
  readonly isLong?: boolean
}

/** Runs one statement that only reads, with `?` for each binding, and returns its rows. */
export type LookUp = (sql: string, bindings: readonly Binding[], options?: LookUpOptions) => Promise<readonly object[]>

/** By Knex as it is, so that whoever listens to a host's Knex hears of it. */
export async function executeByKnex(knex: Knex, sql: string, bindings: readonly Binding[]): Promise<readonly object[]> {
  return rowsOf(await knex.raw(sql, [...bindings] as Knex.RawBinding[]))
}

function rowsOf(answer: DriverAnswer): readonly object[] {
  return 'rows' in answer ? answer.rows : answer
}
