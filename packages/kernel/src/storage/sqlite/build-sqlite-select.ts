import type { BuildSelect } from '../row-insert.js'
import type { ColumnValue, NewRow } from '../row-writer.js'

/**
 * Selects rows from JSON, which is faster than a binding for each value. SQLite sometimes parses decimal numbers with
 * one wrong bit (version 3.52: 2 of 10,000 with 15 digits), so numbers with a fraction are passed as two integers.
 */
export const buildSqliteSelect: BuildSelect = (rows, columns) => {
  const fractional = columns.map((column) => rows.some((row) => isFractional(row[column])))
  return {
    sql: `SELECT ${selection(fractional)} FROM jsonb_each(?) WHERE true`,
    bindings: [encode(rows, columns, fractional)],
  }
}

/** Returns the selected expressions. A column with fractions uses two elements of each row. */
function selection(fractional: readonly boolean[]): string {
  let index = 0
  const next = () => `(value ->> ${index++})`
  return fractional.map((isPair) => (isPair ? `${next()} * pow(2.0, ${next()})` : next())).join(', ')
}

function encode(rows: readonly NewRow[], columns: readonly string[], fractional: readonly boolean[]): string {
  const lists = rows.map((row) => {
    const list: ColumnValue[] = []
    for (const [index, column] of columns.entries()) {
      const value = row[column] ?? null
      if (fractional[index]) pushPair(list, value as number | null)
      else list.push(value)
    }
    return list
  })
  return JSON.stringify(lists)
}

function isFractional(value: ColumnValue | undefined): boolean {
  return typeof value === 'number' && !Number.isSafeInteger(value)
}

const bits = new DataView(new ArrayBuffer(8))
/** Bias of an IEEE 754 exponent plus the 52 bits of the fraction. */
const BIAS = 1_075

/** Appends an integer and the exponent of a power of two whose product is exactly the number. */
function pushPair(list: ColumnValue[], value: number | null): void {
  if (value === null || Number.isSafeInteger(value)) return void list.push(value, 0)
  bits.setFloat64(0, value)
  const high = bits.getUint32(0)
  const exponent = (high >>> 20) & 0x7ff
  const leading = exponent === 0 ? 0 : 0x10_0000
  const magnitude = ((high & 0xf_ffff) | leading) * 2 ** 32 + bits.getUint32(4)
  list.push(high >>> 31 === 1 ? -magnitude : magnitude, Math.max(exponent, 1) - BIAS)
}
