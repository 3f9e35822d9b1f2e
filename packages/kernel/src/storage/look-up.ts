import type { Knex } from 'knex'

/** How a statement is asked. */
export interface LookUpOptions {
  /** It may take longer than others should have to wait for. */
  readonly isLong?: boolean
}

/** Runs one statement that only reads, with `?` for each binding, and returns its rows. */
export type LookUp = (sql: string, bindings: readonly unknown[], options?: LookUpOptions) => Promise<readonly object[]>

/** By Knex as it is, so that whoever listens to a host's Knex hears of it. */
export async function askByKnex(knex: Knex, sql: string, bindings: readonly unknown[]): Promise<readonly object[]> {
  return rowsOf(await knex.raw(sql, [...bindings] as Knex.RawBinding[]))
}

/** The rows in what a driver answers: sqlite3 gives nothing else. */
export function rowsOf(response: readonly object[] | { readonly rows: readonly object[] }): readonly object[] {
  return 'rows' in response ? response.rows : response
}
