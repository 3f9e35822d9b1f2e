import type { Knex } from 'knex'
import type { RowTarget, RowWriter } from './new-rows.js'

/** SQL expressions that make JSON; what a JSON parser reads from it is exactly what is stored, and null for NULL. */
export interface JsonSql {
  /** A member of an object, of a column of floating-point numbers. */
  number(column: string): string
  /** A member of an object, of a column of booleans. */
  flag(column: string): string
  /** A text that is always the same. */
  constant(text: string): string
  /** An object; the values are members made by the others, objects, or plain columns. */
  object(members: readonly (readonly [name: string, value: string])[]): string
  /** The objects in a column of all rows as one text, with commas between. */
  list(column: string): string
  /** The values of a column of all rows as the text of one array; NULL or an empty one for no rows. */
  array(column: string): string
}

/**
 * What a lock of rows keeps others from: `change`, to change them or to lock them but for `presence`; `share`, to
 * change them; `presence`, to delete them; `deletion`, to lock them at all.
 */
export type RowLock = 'change' | 'share' | 'presence' | 'deletion'

/** What a column is to give back as it was written; `some texts` are those of a pattern. */
export type ColumnContent = 'any text' | 'some texts' | 'number' | 'integer' | 'boolean' | 'moment' | 'reference'

/** A foreign key of one column. */
export interface ForeignKey {
  readonly column: string
  readonly targetTable: string
  readonly targetColumn: string
}

/** Where the two databases differ: each difference is a named capability, asked for nowhere but here. */
export interface Dialect {
  readonly name: 'sqlite' | 'postgres'
  /** Whether other processes may use the same database. */
  readonly isShared: boolean
  /** The statement that begins a transaction that writes. */
  readonly beginWrite: string
  /**
   * A statement that takes some MB of the disk until its transaction is rolled back, and fails where they are not to be
   * had.
   */
  readonly takeRoom: string
  /** The statement that begins a transaction whose statements all see the same moment. */
  readonly beginSnapshot: string
  /** The SQL condition that an expression is one of these texts, as one binding however many they are. */
  isOneOf(expression: string, values: readonly string[]): { sql: string; binding: string | readonly string[] }
  /**
   * The end of a SELECT that locks the rows of this table until the transaction ends; others may still refer to them.
   * Empty where there is one writer.
   */
  rowLock(table: string, strength: RowLock): string
  /** How the database writes JSON text. */
  readonly json: JsonSql
  /** Waits until no other transaction, on any replica, is in this section; holds it until the transaction ends. */
  enterSection(transaction: Knex.Transaction, section: string): Promise<void>
  /** Writes many rows of a table in a transaction. */
  rowWriter(transaction: Knex.Transaction, target: RowTarget): RowWriter
  /** The columns of each unique index of a table that holds for all rows. */
  uniqueIndexes(knex: Knex, table: string): Promise<readonly (readonly string[])[]>
  /** The foreign keys of a table that have one column. */
  foreignKeys(knex: Knex, table: string): Promise<readonly ForeignKey[]>
  /** Whether a column of a type, as Knex names it, can hold such content. */
  canHold(columnType: string, content: ColumnContent): boolean
  /** Whether the database refuses texts that are longer than the type of their column says. */
  readonly limitsTexts: boolean
  /** Whether a transaction that writes may only read. */
  isReadOnly(transaction: Knex.Transaction): Promise<boolean>
  /**
   * What a write ran into that failed: a row that is unique, or one that others refer to. Looked at once the write is
   * over.
   */
  violationOf(error: unknown): 'unique' | 'reference' | undefined
  /** Whether a statement failed because its transaction and another one waited for each other. */
  isDeadlock(error: unknown): boolean
  /** The server's time in milliseconds, or `undefined` where the database is a file of this process. */
  serverTime(knex: Knex): Promise<number | undefined>
}
