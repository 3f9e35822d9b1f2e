import type { Knex } from 'knex'

/** How a statement is asked. */
export interface LookUpOptions {
  /** It may take longer than others should have to wait for. */
  readonly isLong?: boolean
}

/** Runs one statement that only reads, with `?` for each binding, and returns its rows. */
export type LookUp = (sql: string, bindings: readonly unknown[], options?: LookUpOptions) => Promise<readonly object[]>

/** By Knex as it is, so that whoever listens to a host's Knex hears of it. */
export function lookUpByKnex(knex: Knex): LookUp {
  return async (sql, bindings) => {
    const result = await knex.raw(sql, [...bindings] as Knex.RawBinding[])
    return Array.isArray(result) ? result : result.rows // sqlite3, pg
  }
}
