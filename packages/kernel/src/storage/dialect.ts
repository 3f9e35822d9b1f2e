import type { Knex } from 'knex'
import type { NewRows } from './new-rows.js'

/** SQL expressions that give JSON text, `null` for NULL; what a JSON parser reads from it is exactly what is stored. */
export interface JsonSql {
  text(expression: string): string
  number(expression: string): string
  /** The texts of many rows, one after the other with a comma between, in the order of a column. */
  list(expression: string, order: string): string
}

/** Where the two databases differ: each difference is a named capability, asked for nowhere but here. */
export interface Dialect {
  readonly name: 'sqlite' | 'postgres'
  /** Whether other processes may use the same database. */
  readonly isShared: boolean
  /** How a transaction begins whose statements all see the same moment. */
  readonly snapshot: Knex.TransactionConfig
  /** The SQL condition that an expression is one of these texts, as one binding however many they are. */
  isOneOf(expression: string, values: readonly string[]): { sql: string; binding: string | readonly string[] }
  /** How the database writes JSON text. */
  readonly json: JsonSql
  /** Waits until no other transaction, on any replica, is in this section; holds it until the transaction ends. */
  enterSection(transaction: Knex.Transaction, section: string): Promise<void>
  /**
   * Writes rows in the given order, but for those that share something unique with a row that is there. Resolves to whether
   * the row of an index was written.
   */
  insertUnlessTaken(transaction: Knex.Transaction, rows: NewRows): Promise<(index: number) => boolean>
  /** Makes sure that a COMMIT which fails from here on leaves no open transaction behind. The last statement of a write. */
  settle(transaction: Knex.Transaction): Promise<void>
  /** The server's time in milliseconds, or `undefined` where the database is a file of this process. */
  serverTime(knex: Knex): Promise<number | undefined>
}
