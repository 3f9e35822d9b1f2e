import type { Knex } from 'knex'
import type { RowTarget, RowWriter } from './new-rows.js'

/** SQL expressions that produce JSON. Parsing it returns exactly the stored values, and null for NULL. */
export interface JsonSql {
  /** Member from a column of floating-point numbers. */
  number(column: string): string
  /** Member from a column of booleans. */
  flag(column: string): string
  /** Constant string. */
  constant(text: string): string
  /** Object. Its values are members made by the other methods, objects, or plain columns. */
  object(members: readonly (readonly [name: string, value: string])[]): string
  /** Objects of a column, from all rows, joined by commas. */
  list(column: string): string
  /** Array of the values of a column, from all rows; NULL or empty if there are no rows. */
  array(column: string): string
}

/**
 * Strength of a row lock, by what it prevents others from: `change`, changing the rows or locking them with more than
 * `presence`; `share`, changing them; `presence`, deleting them; `deletion`, locking them at all.
 */
export type RowLock = 'change' | 'share' | 'presence' | 'deletion'

/**
 * Kind of values that a column must return unchanged. `any text` includes strings that look like numbers, `some texts`
 * are strings that match a pattern, and a `timestamp` is an ISO 8601 string.
 */
export type ColumnContent = 'any text' | 'some texts' | 'number' | 'integer' | 'boolean' | 'timestamp' | 'reference'

/** Single-column foreign key. */
export interface ForeignKey {
  readonly column: string
  readonly targetTable: string
  readonly targetColumn: string
}

/** Differences between the two databases. Each is a named capability. */
export interface Dialect {
  readonly name: 'sqlite' | 'postgres'
  /** Whether other processes may use the same database. */
  readonly isShared: boolean
  /** Statement that begins a write transaction. */
  readonly beginWrite: string
  /**
   * Statement that uses some MB of disk space until its transaction is rolled back, and fails if there is not enough.
   */
  readonly allocateSpace: string
  /** Statement that begins a transaction whose statements all see the same snapshot. */
  readonly beginSnapshot: string
  /** Returns an SQL condition that an expression is one of these strings. Uses one binding for any number of them. */
  isOneOf(expression: string, values: readonly string[]): { sql: string; binding: string | readonly string[] }
  /**
   * Returns the clause of a SELECT that locks the rows of this table until the transaction ends. Others may still refer
   * to them. Empty if there is only one writer.
   */
  rowLock(table: string, strength: RowLock): string
  /** SQL expressions that produce JSON. */
  readonly json: JsonSql
  /**
   * Acquires the lock with this name, which one transaction of all replicas can hold. It is released when the
   * transaction ends.
   */
  acquireLock(transaction: Knex.Transaction, name: string): Promise<void>
  /** Returns a writer for many rows of a table. */
  rowWriter(transaction: Knex.Transaction, target: RowTarget): RowWriter
  /** Returns the columns of each unique index of a table that covers all rows. */
  uniqueIndexes(knex: Knex, table: string): Promise<readonly (readonly string[])[]>
  /** Returns the single-column foreign keys of a table. */
  foreignKeys(knex: Knex, table: string): Promise<readonly ForeignKey[]>
  /** Whether a column of a type, as named by Knex, can hold values of this kind. */
  canHold(columnType: string, content: ColumnContent): boolean
  /** Whether the database rejects strings that are longer than their column type allows. */
  readonly enforcesMaxLength: boolean
  /** Whether a write transaction turned out to be read-only. */
  isReadOnly(transaction: Knex.Transaction): Promise<boolean>
  /**
   * Returns the constraint that a failed write violated: a unique one, or a foreign key. Called after the write has
   * ended.
   */
  violationOf(error: unknown): 'unique' | 'reference' | undefined
  /** Whether a statement failed because of a deadlock. */
  isDeadlock(error: unknown): boolean
  /** Returns the server's time in milliseconds, or `undefined` if the database is a file of this process. */
  serverTime(knex: Knex): Promise<number | undefined>
}
