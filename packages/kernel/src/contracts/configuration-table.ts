/**
 * Describes how a table is written to and read from a configuration file. Export, validation and import need only this
 * description, and no code for the table. Its plugin contributes it to the point `configurationTables`.
 */
export interface ConfigurationTable {
  /** The table's key under `data` in the file, and in reports. */
  readonly name: string
  /**
   * The database table. Its primary key is a whole number `id`, which the database assigns in the order of creation; on
   * SQLite it must stay below 2⁵³.
   */
  readonly table: string
  /**
   * The table after which this one is written in an exported file. Default: after all tables that were contributed
   * before it. Ignored if no table has that name. Does not affect the order of import.
   */
  readonly after?: string
  /** The fields that identify a record, in error messages too. A record whose key already exists is skipped. */
  readonly key: readonly string[]
  /** Other unique fields. A value in use by another record is an error. */
  readonly unique?: readonly string[]
  /**
   * The field with a record's privilege level: a field of its own (`level`), or of a record that it refers to
   * (`role.level`). A record more privileged than the caller is an error.
   */
  readonly privilege?: string
  /** `false` if a plan must not change existing records: it refuses records that differ. Default: `true`. */
  readonly mayBeUpdated?: boolean
  /** `false` if a plan must not remove records: it keeps records that a file lacks. Default: `true`. */
  readonly mayBeRemoved?: boolean
  /** Maximum number of records in the table. No import or plan adds further ones. Default: no maximum. */
  readonly maxRecords?: number
  /** Returns the columns that are not in the file, with their values for every imported row. Called once per import. */
  readonly fixedColumns?: () => Promise<Readonly<Record<string, string | number | boolean | null>>>
  /**
   * For a table of users: returns the initial password of imported users. Called once per import, if the file has
   * records of the table, and before the transaction, because hashing is slow.
   */
  readonly initialPassword?: () => Promise<InitialPassword>
  /** The fields of a record, in the order in which they are exported. */
  readonly fields: Readonly<Record<string, Field>>
}

/** The initial password of all users of one import. */
export interface InitialPassword {
  /** Columns of the users' rows, in addition to those from the file. */
  readonly columns: Readonly<Record<string, string | number | boolean | null>>
  /**
   * The password itself, if the caller needs to know it. It appears once in the report of the import, as
   * `default_password`, if a user was imported. It is never in a log line or a security event.
   */
  readonly password?: string
  /**
   * True if there is no initial password: imported users cannot log in until one is set, and the report counts them as
   * `cannot_log_in`.
   */
  readonly isMissing?: boolean
}

/** One field of a record, created by the functions of `field`. */
export type Field = RowIdField | Text | Numeric | Flag | Timestamp | Reference | Derived | Ignored

interface Stored {
  /** The database column. Default: the field's name. */
  readonly column?: string
  /** Whether the field may be null. Such a field may also be absent, and is then null. */
  readonly nullable?: boolean
}

/** The row's `id`: exported, ignored on import. */
export interface RowIdField {
  readonly kind: 'row-id'
}

/** A string. A value that is too long or does not match the pattern is an error of its record. */
export interface Text extends Stored {
  readonly kind: 'text'
  /** Maximum length of a value in characters: Unicode code points, as both databases count them. */
  readonly max: number
  /** The pattern of a value, and the message if it does not match: `username: may only have letters …`. */
  readonly pattern?: readonly [expression: RegExp, message: string]
  /**
   * Compares values without regard to case. `true` if the column itself contains the canonical form, which is then
   * exported too; otherwise the name of the column that contains it.
   */
  readonly caseless?: true | string
  /** Value of an absent field: a constant, the value of another field of the record, or a new identifier. */
  readonly default?: string | { readonly field: string } | { readonly generated: 'identifier' }
}

/** A finite number. An `integer` must be whole. */
export interface Numeric extends Stored {
  readonly kind: 'number' | 'integer'
  /** Value of an absent field. Without a default, a record without the field is an error unless it is nullable. */
  readonly default?: number
}

/** True or false. */
export interface Flag extends Stored {
  readonly kind: 'boolean'
  /** Value of an absent field. Without a default, a record without the field is an error unless it is nullable. */
  readonly default?: boolean
}

/**
 * A date and time in UTC: `MM/DD/YYYY, HH:MM:SS.ffffff` in the file; in the database a text column with ISO 8601 in
 * UTC, such as `2026-12-01T08:00:00.000000Z`, or with milliseconds as `Date#toISOString()` returns it.
 */
export interface Timestamp extends Stored {
  readonly kind: 'timestamp'
}

/** A reference to another record by its name, never by its `id`. In a file it is a string or an object with `name`. */
export interface Reference extends Stored {
  readonly kind: 'reference'
  /** The column that contains the other row's `id`. */
  readonly column: string
  /** The configuration table of the other record. */
  readonly to: string
  /**
   * Maps fields of the other record to the fields of this one that they must equal; all of them must match. Default:
   * `{ name: <this field> }`.
   */
  readonly by?: Readonly<Record<string, string>>
  /**
   * Exported form. `'name'`: the first field of `by`, whatever it is called. `'record'`: the whole other record, which
   * must be of another table.
   */
  readonly as: 'name' | 'record'
  /** Value in the file that means no reference, in addition to null. */
  readonly none?: string
  /** Another name that the field may have in a file. */
  readonly alias?: string
  /** Value of an absent field: a name, or the value of another field of the record. */
  readonly default?: string | { readonly field: string }
}

/** A field of another record that this one refers to: exported, and on import used only to resolve references. */
export interface Derived {
  readonly kind: 'derived'
  /** The field of this record that is the reference. */
  readonly through: string
  /** The field of the other record. */
  readonly field: string
  /** Value in the file if there is no reference. Default: null. */
  readonly none?: string
}

/** A field that a file may contain. It is ignored on import and not exported. */
export interface Ignored {
  readonly kind: 'ignored'
}

type Without<F> = Omit<F, 'kind'>

/** Functions that create fields. */
export const field = {
  /** The row's `id`: exported, ignored on import. */
  rowId: (): RowIdField => ({ kind: 'row-id' }),
  /** A string of at most `max` characters. */
  text: (options: Without<Text>): Text => ({ kind: 'text', ...options }),
  /** Any finite number. */
  number: (options: Without<Numeric> = {}): Numeric => ({ kind: 'number', ...options }),
  /** A whole number. */
  integer: (options: Without<Numeric> = {}): Numeric => ({ kind: 'integer', ...options }),
  /** True or false. */
  boolean: (options: Without<Flag> = {}): Flag => ({ kind: 'boolean', ...options }),
  /** A date and time in UTC, to the microsecond. */
  timestamp: (options: Without<Timestamp> = {}): Timestamp => ({ kind: 'timestamp', ...options }),
  /** A reference to another record by its name. */
  reference: (options: Without<Reference>): Reference => ({ kind: 'reference', ...options }),
  /** A field of the record that a reference refers to. Exported; on import used only to resolve references. */
  derived: (options: Without<Derived>): Derived => ({ kind: 'derived', ...options }),
  /** A field that is accepted in a file and ignored. */
  ignored: (): Ignored => ({ kind: 'ignored' }),
} as const
