/** What a column holds. */
export type ColumnValue = string | number | boolean | null

/** A row to be written. */
export type NewRow = Readonly<Record<string, ColumnValue>>

/** Where rows are written. */
export interface RowTarget {
  readonly table: string
  /** The columns that tell rows apart; no two rows that are written at once have the same there. */
  readonly key: readonly string[]
}

/**
 * Writes what was prepared, but for rows that share something unique with one that is there. Tells whether it wrote a
 * row.
 */
export type WriteRows = () => Promise<(index: number) => boolean>

/** Writes many rows of one table, all with the same columns, in few statements. */
export interface RowWriter {
  /** Does what can be done before it is the rows' turn to be written, in their order. */
  prepare(rows: readonly NewRow[]): WriteRows
}
