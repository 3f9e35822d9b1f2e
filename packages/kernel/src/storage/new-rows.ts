/** What a column holds. */
export type ColumnValue = string | number | boolean | null

/** Rows for one table, each with the same columns. */
export interface NewRows {
  readonly table: string
  /** The columns that tell the rows apart; no two of these rows have the same there. */
  readonly key: readonly string[]
  readonly rows: readonly Readonly<Record<string, ColumnValue>>[]
}

/** Tells by their keys which rows are among those that were written. */
export function writtenAmong(
  { key, rows }: NewRows,
  keys: readonly Readonly<Record<string, unknown>>[],
): (index: number) => boolean {
  const written = new Set(keys.map((row) => textOf(row, key)))
  return (index) => written.has(textOf(rows[index] ?? {}, key))
}

function textOf(row: Readonly<Record<string, unknown>>, key: readonly string[]): string {
  return JSON.stringify(key.map((column) => row[column]))
}
