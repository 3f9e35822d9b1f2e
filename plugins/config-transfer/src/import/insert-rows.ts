import type { Dialect } from '@plinth/kernel'
import type { Knex } from 'knex'
import type { Values } from './record-values.js'

/** Writes rows with as few statements as the database's bindings allow. Values are bound, so that every number stays exact. */
export async function insertRows(
  transaction: Knex.Transaction,
  dialect: Dialect,
  table: string,
  rows: readonly Values[],
): Promise<void> {
  const columns = Object.keys(rows[0] ?? {})
  if (columns.length === 0) return
  const rowsAtOnce = Math.floor(dialect.maxBindings / columns.length)
  const names = columns.map(() => '??').join(', ')
  const marks = `(${columns.map(() => '?').join(', ')})`
  for (let start = 0; start < rows.length; start += rowsAtOnce) {
    const part = rows.slice(start, start + rowsAtOnce)
    const values = part.flatMap((row) => columns.map((column) => row[column] ?? null))
    await transaction.raw(`INSERT INTO ?? (${names}) VALUES ${part.map(() => marks).join(', ')}`, [
      table,
      ...columns,
      ...values,
    ])
  }
}
