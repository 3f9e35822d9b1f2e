import type { Knex } from 'knex'
import type { NewRow, RowTarget, RowWriter, WriteRows } from './row-writer.js'

/** Builds a SELECT that returns the given rows. They are passed to the database as one binding of JSON. */
export type BuildSelect = (
  rows: readonly NewRow[],
  columns: readonly string[],
  table: string,
) => { readonly sql: string; readonly bindings: readonly string[] }

type Row = Readonly<Record<string, unknown>>

/** Writes all rows of a call with one statement, which receives them as JSON. */
export class JsonRowWriter implements RowWriter {
  readonly #transaction: Knex.Transaction
  readonly #target: RowTarget
  readonly #buildSelect: BuildSelect

  constructor(transaction: Knex.Transaction, target: RowTarget, buildSelect: BuildSelect) {
    this.#transaction = transaction
    this.#target = target
    this.#buildSelect = buildSelect
  }

  async update(rows: readonly NewRow[]): Promise<number> {
    if (rows.length === 0) return 0
    const columns = Object.keys(rows[0] ?? {})
    const { table } = this.#target
    const { sql, bindings } = this.#buildSelect(rows, columns, table)
    const changed = columns.filter((column) => column !== 'id')
    const assignments = changed.map(() => '?? = ??').join(', ')
    // A common table expression names the columns, which have no names in SQLite's SELECT of JSON
    const statement = `WITH changed (${namePlaceholders(columns)}) AS (${sql}) UPDATE ?? SET ${assignments} FROM changed WHERE ??.id = changed.id RETURNING ??.id`
    const result: { rows: Row[] } | Row[] = await this.#transaction.raw(statement, [
      ...columns,
      ...bindings,
      table,
      ...changed.flatMap((column) => [column, `changed.${column}`]),
      table,
      table,
    ])
    return ('rows' in result ? result.rows : result).length
  }

  prepare(rows: readonly NewRow[]): WriteRows {
    const { table, key } = this.#target
    const columns = Object.keys(rows[0] ?? {})
    const { sql, bindings } = this.#buildSelect(rows, columns, table)
    const statement = `INSERT INTO ?? (${namePlaceholders(columns)}) ${sql} ON CONFLICT DO NOTHING RETURNING ${namePlaceholders(key)}`
    return async () => {
      if (rows.length === 0) return () => false
      const result: { rows: Row[] } | Row[] = await this.#transaction.raw(statement, [
        table,
        ...columns,
        ...bindings,
        ...key,
      ])
      const written = 'rows' in result ? result.rows : result
      return written.length === rows.length ? () => true : compareKeys(rows, key, written)
    }
  }
}

/** Returns `??`, Knex's placeholder for an identifier, for each column. */
export function namePlaceholders(columns: readonly string[]): string {
  return columns.map(() => '??').join(', ')
}

/** Returns a function that says whether the row at an index was written, by comparing keys. */
function compareKeys(rows: readonly NewRow[], key: readonly string[], writtenKeys: readonly Row[]) {
  const written = new Set(writtenKeys.map((row) => keyOf(row, key)))
  return (index: number) => written.has(keyOf(rows[index] ?? {}, key))
}

function keyOf(row: Row, key: readonly string[]): string {
  return JSON.stringify(key.map((column) => String(row[column]))) // pg returns a bigint as a string
}
