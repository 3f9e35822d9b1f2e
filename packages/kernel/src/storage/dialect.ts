import type { Knex } from 'knex'
import type { RowTarget, RowWriter } from './row-writer.js'

/** Builds SQL expressions that produce JSON with exactly the stored values, and null for NULL. */
export interface JsonSql {
  /** Converts a column of floating-point numbers to JSON. */
  number(column: string): string
  /** Converts a column of booleans to JSON. */
  flag(column: string): string
  /**
   * Extracts a member of a JSON object that `object` has built. The result may be passed to `object` again. Its type is
   * that of a column with this content, but JSON for numbers and booleans on SQLite.
   */
  member(document: string, name: string, content: ColumnContent | 'text'): string
  /** Quotes a constant string. */
  constant(text: string): string
  /** Builds an object. Its values are plain columns, or expressions that these methods have returned. */
  object(members: readonly (readonly [name: string, value: string])[]): string
  /** Aggregates the JSON objects in a column into a string, separated by commas. */
  list(column: string): string
  /** Aggregates the values in a column into a JSON array. NULL or empty if there are no rows. */
  array(column: string): string
}

/**
 * Strength of a row lock, from the weakest to the strongest:
 *
 * - `presence` (FOR KEY SHARE): other transactions cannot delete the row.
 * - `share` (FOR SHARE): they cannot change it either.
 * - `change` (FOR NO KEY UPDATE): they cannot acquire any lock on it except `presence`.
 * - `deletion` (FOR UPDATE): they cannot lock it at all, and cannot insert a row that refers to it.
 */
export type RowLock = 'presence' | 'share' | 'change' | 'deletion'

/**
 * Type of the values that a column must store unchanged. A `string` may look like a number; a `patterned string`
 * matches a pattern, which may exclude that; a `timestamp` is an ISO 8601 string.
 */
export type ColumnContent = 'string' | 'patterned string' | 'number' | 'integer' | 'boolean' | 'timestamp' | 'reference'

/** Single-column foreign key. */
export interface ForeignKey {
  readonly column: string
  readonly targetTable: string
  readonly targetColumn: string
}

/** A table as it is stored. */
export interface StoredTable {
  readonly columns: Readonly<Record<string, Knex.ColumnInfo>>
  /** The single-column foreign keys. */
  readonly foreignKeys: readonly ForeignKey[]
  /** The columns of each unique index, without partial indexes. */
  readonly uniqueIndexes: readonly (readonly string[])[]
}

/** Differences between the two databases. */
export interface Dialect {
  readonly name: 'sqlite' | 'postgres'
  /** Whether other processes may use the same database. */
  readonly isShared: boolean
  /** Statement that begins a write transaction. */
  readonly beginWrite: string
  /** Statement that allocates some MB of disk space, which a rollback frees. Fails if there is not enough space. */
  readonly allocateSpace: string
  /** Statement that begins a transaction whose statements all see the same snapshot. */
  readonly beginSnapshot: string
  /** Statement that begins a transaction that reads such a snapshot and also writes. */
  readonly beginWriteFromSnapshot: string
  /** Returns the SQL condition that an expression is one of these strings. Uses one binding for any number of them. */
  isOneOf(expression: string, values: readonly string[]): { sql: string; binding: string | readonly string[] }
  /**
   * Returns the clause of a SELECT that locks the rows of this table until the transaction ends. Empty if there is only
   * one writer.
   */
  rowLock(table: string, strength: RowLock): string
  /** SQL expressions that produce JSON. */
  readonly json: JsonSql
  /** Name of the collation that compares strings by their code points, quoted for SQL. */
  readonly codePointCollation: string
  /**
   * Acquires the lock with this name, which only one transaction of all replicas can hold at a time. It is released
   * when the transaction ends.
   */
  acquireLock(transaction: Knex.Transaction, name: string): Promise<void>
  /** Returns a writer for many rows of a table. */
  rowWriter(transaction: Knex.Transaction, target: RowTarget): RowWriter
  /** Returns the tables with these names that exist, by name. On PostgreSQL in one query. */
  storedTables(knex: Knex, names: readonly string[]): Promise<ReadonlyMap<string, StoredTable>>
  /** Returns whether a column of this type, as named by `storedTables`, can store values of this content type. */
  canHold(columnType: string, content: ColumnContent): boolean
  /** Whether the database rejects strings that are longer than their column type allows. */
  readonly enforcesMaxLength: boolean
  /**
   * Statements to execute on a connection before and after a transaction that changes the schema. On SQLite they turn
   * off foreign keys: Knex alters a table by dropping it, which would delete the rows that refer to it.
   */
  readonly aroundSchemaChange: { readonly before: string; readonly after: string } | undefined
  /** Returns the tables of a row whose foreign key refers to no row, if there is one, while foreign keys are off. */
  brokenReference(transaction: Knex.Transaction): Promise<{ table: string; parent: string } | undefined>
  /** Returns whether a write transaction is in fact read-only. */
  isReadOnly(transaction: Knex.Transaction): Promise<boolean>
  /**
   * Returns the kind of constraint that an error says was violated: `unique`, or `reference` for a foreign key. Call it
   * after the transaction has ended.
   */
  violationOf(error: unknown): 'unique' | 'reference' | undefined
  /** Returns whether a statement failed because of a deadlock. */
  isDeadlock(error: unknown): boolean
  /** Returns the version of the database, such as `17.6`. */
  version(knex: Knex): Promise<string>
  /** Returns the server's time in milliseconds, or `undefined` if the database is a file of this process. */
  serverTime(knex: Knex): Promise<number | undefined>
}
