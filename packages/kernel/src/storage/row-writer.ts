/** Value of a column. */
export type ColumnValue = string | number | boolean | null

/** Row to write. */
export type NewRow = Readonly<Record<string, ColumnValue>>

/** Target of written rows. */
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

/** Writer of many rows of one table, all with the same columns, in few statements. */
export interface RowWriter {
  /** Prepares rows, possibly long before the returned function writes them. */
  prepare(rows: readonly NewRow[]): WriteRows
}
