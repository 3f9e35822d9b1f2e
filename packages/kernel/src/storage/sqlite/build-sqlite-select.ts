import type { BuildSelect } from '../json-row-writer.js'
import type { ColumnValue, NewRow } from '../row-writer.js'

/**
 * Selects rows from JSON, which is faster than a binding for each value. SQLite sometimes parses decimal numbers with
 * one wrong bit (version 3.52: 2 of 10,000 with 15 digits), so numbers that are not safe integers are passed as pairs
 * of integers. Without WHERE, SQLite would parse the ON CONFLICT of an INSERT as the condition of a join.
 */
export const buildSqliteSelect: BuildSelect = (rows, columns) => {
  const arePairs = columns.map((column) => rows.some((row) => needsPair(row[column])))
  return {
    sql: `SELECT ${selection(arePairs)} FROM jsonb_each(?) WHERE true`,
    bindings: [encode(rows, columns, arePairs)],
  }
}

/** Returns the selected expressions. A column of pairs uses two elements of each row. */
function selection(arePairs: readonly boolean[]): string {
  let index = 0
  const next = () => `(value ->> ${index++})`
  return arePairs.map((isPair) => (isPair ? `${next()} * pow(2.0, ${next()})` : next())).join(', ')
}

function encode(rows: readonly NewRow[], columns: readonly string[], arePairs: readonly boolean[]): string {
  const lists = rows.map((row) => {
    const list: ColumnValue[] = []
    for (const [index, column] of columns.entries()) {
      const value = row[column] ?? null
      if (arePairs[index]) pushPair(list, value as number | null)
      else list.push(value)
    }
    return list
  })
  return JSON.stringify(lists)
}

function needsPair(value: ColumnValue | undefined): boolean {
  return typeof value === 'number' && !Number.isSafeInteger(value)
}

const bits = new DataView(new ArrayBuffer(8))
/** Bias of an IEEE 754 exponent plus the 52 bits of the fraction. */
const EXPONENT_BIAS = 1_075

/** Appends an integer and the exponent of a power of two whose product is exactly the number. */
function pushPair(list: ColumnValue[], value: number | null): void {
  if (value === null || Number.isSafeInteger(value)) return void list.push(value, 0)
  bits.setFloat64(0, value)
  const high = bits.getUint32(0)
  const exponent = (high >>> 20) & 0x7ff
  const hiddenBit = exponent === 0 ? 0 : 0x10_0000
  const magnitude = ((high & 0xf_ffff) | hiddenBit) * 2 ** 32 + bits.getUint32(4)
  list.push(high >>> 31 === 1 ? -magnitude : magnitude, Math.max(exponent, 1) - EXPONENT_BIAS)
}
