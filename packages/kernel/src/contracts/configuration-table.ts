/**
 * How a table travels in a configuration file: this one description drives the export, the check of a file and the
 * import. The plugin that owns the table contributes it to the point `configurationTables`; no code is written for a
 * table.
 */
export interface ConfigurationTable {
  /** The table's key under `data` in the file, and in reports. */
  readonly name: string
  /** The database table. Its primary key is a number `id`, given by the database in the order of creation. */
  readonly table: string
  /**
   * The table after which this one is written in an exported file. Default: after all tables that were contributed
   * before. It is ignored if no table has that name, and it does not affect the order of import.
   */
  readonly after?: string
  /**
   * The fields that identify a record. A record whose key exists already is skipped. They also name it in error lines.
   */
  readonly key: readonly string[]
  /** Other unique fields. A value in use by another record is an error. */
  readonly unique?: readonly string[]
  /**
   * Where to find a record's privilege level: in a field (`level`), or in a field of a record that it refers to
   * (`role.level`). A record more privileged than the caller is an error.
   */
  readonly privilege?: string
  /** Columns that are not in the file, with their values in every imported row. Called once per import. */
  readonly fixedColumns?: () => Promise<Readonly<Record<string, string | number | boolean | null>>>
  /**
   * For a table of users: the first password of imported users. Called once per import of a file that has records of
   * the table, before its transaction, because hashing takes a while.
   */
  readonly initialPassword?: () => Promise<InitialPassword>
  /** The fields of a record, in the order in which they are exported. */
  readonly fields: Readonly<Record<string, Field>>
}

/** The first password of the users of one import. */
export interface InitialPassword {
  /** Columns of their rows in addition to those from the file. */
  readonly columns: Readonly<Record<string, string | number | boolean | null>>
  /**
   * The password itself, if the caller needs to know it. The report of the import has it once, as `default_password`,
   * and only if a user was imported. No log line and no security event has it.
   */
  readonly password?: string
  /**
   * True if there is none: imported users cannot log in until one is set. The report counts them as `cannot_log_in`.
   */
  readonly isMissing?: boolean
}

/** One field of a record; made by the functions of `field`. */
export type Field = RowNumber | Text | Numeric | Flag | Moment | Reference | Derived | Unread

interface Stored {
  /** The database column; the field's name unless given. */
  readonly column?: string
  /** Whether the field may be null. Such a field may also be absent, and is then null. */
  readonly nullable?: boolean
}

/** The database's own number of a row: exported, and ignored in a file. */
export interface RowNumber {
  readonly kind: 'row-number'
}

/** A text. A value that is too long or does not match the pattern is an error of its record. */
export interface Text extends Stored {
  readonly kind: 'text'
  /** The most characters that a value may have: Unicode code points, as both databases count them. */
  readonly max: number
  /** The pattern of a value, and the text of its error: `username: may only have letters …`. */
  readonly pattern?: readonly [expression: RegExp, otherwise: string]
  /**
   * Compared without regard to case: `true` when the column itself holds the canonical form (and gives it back), else
   * the name of the column beside it that does.
   */
  readonly caseless?: true | string
  /** The value of an absent field: a text, another field of the record, or a new identifier. */
  readonly default?: string | { readonly field: string } | 'generated-identifier'
}

/** A finite number; `integer` refuses fractions. */
export interface Numeric extends Stored {
  readonly kind: 'number' | 'integer'
  /** What an absent field becomes; without it such a record is an error, unless the field is nullable. */
  readonly default?: number
}

/** True or false. */
export interface Flag extends Stored {
  readonly kind: 'boolean'
  /** What an absent field becomes; without it such a record is an error, unless the field is nullable. */
  readonly default?: boolean
}

/** A date and time, written `MM/DD/YYYY, HH:MM:SS.ffffff` in UTC and stored as ISO 8601 text with microseconds. */
export interface Moment extends Stored {
  readonly kind: 'moment'
}

/**
 * Another record, found by its name and never by a number. In a file it is a text or an object with `name`.
 */
export interface Reference extends Stored {
  readonly kind: 'reference'
  /** The column with the other row's `id`. */
  readonly column: string
  /** The configuration table of the other record. */
  readonly to: string
  /**
   * Which field of the other record equals which field of this one; `{ name: <this field> }` unless given. With
   * several, all must agree.
   */
  readonly by?: Readonly<Record<string, string>>
  /** How it is exported: by the first field of `by`, or as the whole other record. */
  readonly as: 'name' | 'record'
  /** The text in the file for no reference, beside null. */
  readonly none?: string
  /** Another name under which a file may bring the field. */
  readonly alias?: string
  /** The value of an absent field: a name, or the value of another field of the record. */
  readonly default?: string | { readonly field: string }
}

/** A field of a record that this one refers to: exported, and on import used only to resolve references. */
export interface Derived {
  readonly kind: 'derived'
  /** The reference, a field of this record. */
  readonly through: string
  /** The field of the other record. */
  readonly field: string
  /** The text in the file if there is no such reference, instead of null. */
  readonly none?: string
}

/** A field that a file may have, and that is never read and never written. */
export interface Unread {
  readonly kind: 'unread'
}

type Without<F> = Omit<F, 'kind'>

/** Functions that make fields, so that a table's description reads as a table. */
export const field = {
  /** The number of the row: exported, ignored in a file. */
  rowNumber: (): RowNumber => ({ kind: 'row-number' }),
  /** A text of at most so many characters. */
  text: (options: Without<Text>): Text => ({ kind: 'text', ...options }),
  /** Any finite number. */
  number: (options: Without<Numeric> = {}): Numeric => ({ kind: 'number', ...options }),
  /** A whole number. */
  integer: (options: Without<Numeric> = {}): Numeric => ({ kind: 'integer', ...options }),
  /** True or false. */
  boolean: (options: Without<Flag> = {}): Flag => ({ kind: 'boolean', ...options }),
  /** A date and time in UTC, to the microsecond. */
  moment: (options: Without<Moment> = {}): Moment => ({ kind: 'moment', ...options }),
  /** Another record, by its name. */
  reference: (options: Without<Reference>): Reference => ({ kind: 'reference', ...options }),
  /** A field of the record that a reference refers to: exported only. */
  derived: (options: Without<Derived>): Derived => ({ kind: 'derived', ...options }),
  /** Accepted in a file, never read and never written. */
  unread: (): Unread => ({ kind: 'unread' }),
} as const
