import type { Knex } from 'knex'
import { type NewRow, type RowTarget, type RowWriter, type WriteRows, writtenAmong } from '../new-rows.js'

/** Gives PostgreSQL all rows of a statement as JSON; the table itself tells what each column holds. */
export class PostgresRowWriter implements RowWriter {
  readonly #transaction: Knex.Transaction
  readonly #target: RowTarget

  constructor(transaction: Knex.Transaction, target: RowTarget) {
    this.#transaction = transaction
    this.#target = target
  }

  prepare(rows: readonly NewRow[]): WriteRows {
    const { table, key } = this.#target
    const columns = Object.keys(rows[0] ?? {})
    const names = columns.map(() => '??').join(', ')
    const statement =
      `INSERT INTO ?? (${names}) SELECT ${names} FROM json_populate_recordset(NULL::??, ?) ` +
      `ON CONFLICT DO NOTHING RETURNING ${key.map(() => '??').join(', ')}`
    const bindings = [table, ...columns, ...columns, table, JSON.stringify(rows), ...key]
    return async () => {
      if (rows.length === 0) return () => false
      const written = await this.#transaction.raw(statement, bindings)
      return written.rowCount === rows.length ? () => true : writtenAmong(rows, key, written.rows)
    }
  }
}
