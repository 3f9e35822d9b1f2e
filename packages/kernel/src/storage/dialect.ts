import type { Knex } from 'knex'

/** Where the two databases differ: each difference is a named capability, asked for nowhere but here. */
export interface Dialect {
  readonly name: 'sqlite' | 'postgres'
  /** Whether other processes may use the same database. */
  readonly isShared: boolean
  /** How a transaction begins whose statements all see the same moment. */
  readonly snapshot: Knex.TransactionConfig
  /** The most values that one statement can bind. */
  readonly maxBindings: number
  /** The SQL condition that an expression is one of these texts, as one binding however many they are. */
  isOneOf(expression: string, values: readonly string[]): { sql: string; binding: string | readonly string[] }
  /** Waits until no other transaction, on any replica, is in this section; holds it until the transaction ends. */
  enterSection(transaction: Knex.Transaction, section: string): Promise<void>
  /** Keeps others from writing these tables until the transaction ends. Readers go on. */
  holdForWriting(transaction: Knex.Transaction, tables: readonly string[]): Promise<void>
  /** Makes sure that a COMMIT which fails from here on leaves no open transaction behind. The last statement of a write. */
  settle(transaction: Knex.Transaction): Promise<void>
  /** The server's time in milliseconds, or `undefined` where the database is a file of this process. */
  serverTime(knex: Knex): Promise<number | undefined>
}
