/** Value of a column. */
export type ColumnValue = string | number | boolean | null

/** Row to write. */
export type NewRow = Readonly<Record<string, ColumnValue>>

/** The table that rows are written to. */
export interface RowTarget {
  readonly table: string
  /** Columns that identify a row. They must be unique among the rows of one call. */
  readonly key: readonly string[]
}

/**
 * Writes the prepared rows, except those that violate a unique constraint. Returns a function that says whether the
 * row at an index was written.
 */
export type WriteRows = () => Promise<(index: number) => boolean>

/** Writes many rows to one table in few statements. All rows must have the same columns. */
export interface RowWriter {
  /** Changes rows, found by their `id`. Returns how many of them exist. Throws if a row violates a constraint. */
  update(rows: readonly NewRow[]): Promise<number>
  /** Prepares rows. They are written when the returned function is called. */
  prepare(rows: readonly NewRow[]): WriteRows
}
