import type { Knex } from 'knex'
import { type NewRows, writtenAmong } from './new-rows.js'

/** Writes rows in one statement that is given them as JSON; the table itself tells what each column holds. */
export async function insertUnlessTaken(
  transaction: Knex.Transaction,
  rows: NewRows,
): Promise<(index: number) => boolean> {
  const [first] = rows.rows
  if (!first) return () => false
  const columns = Object.keys(first)
  const names = columns.map(() => '??').join(', ')
  const key = rows.key.map(() => '??').join(', ')
  const statement =
    `INSERT INTO ?? (${names}) SELECT ${names} FROM json_populate_recordset(NULL::??, ?) ` +
    `ON CONFLICT DO NOTHING RETURNING ${key}`
  const written = await transaction.raw(statement, [
    rows.table,
    ...columns,
    ...columns,
    rows.table,
    JSON.stringify(rows.rows),
    ...rows.key,
  ])
  return written.rowCount === rows.rows.length ? () => true : writtenAmong(rows, written.rows)
}
