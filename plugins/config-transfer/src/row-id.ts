/** The id of a row: a number, or its digits if it is above 2⁵³ - 1, where numbers are not exact. */
export type RowId = number | string

/** The largest id that PostgreSQL can store. */
export const MAX_ROW_ID = 2n ** 63n - 1n

const DIGITS = /^-?\d+$/

/**
 * Converts an id that a driver has returned: pg returns a `bigint` as a string. Throws a `RangeError` for a number
 * above 2⁵³ - 1, because SQLite's driver has rounded it.
 */
export function toRowId(id: unknown): RowId {
  const number = Number(id)
  if (Number.isSafeInteger(number)) return number
  if (typeof id === 'string' && DIGITS.test(id)) return id
  throw new RangeError(`The row id ${id} is not a whole number below 2^53.`)
}

/** Returns the ids in a JSON array that a database has written. */
export function rowIdsIn(json: string): RowId[] {
  const ids: number[] = JSON.parse(json)
  return ids.every(Number.isSafeInteger) ? ids : json.slice(1, -1).split(',').map(toRowId)
}

/** Compares two ids: negative if the first one is lower, positive if it is higher. */
export function compareRowIds(one: RowId, other: RowId): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other
  const [first, second] = [BigInt(one), BigInt(other)]
  return first < second ? -1 : first > second ? 1 : 0
}

/** Yields ids in batches of `size`. */
export function* batchesOf(ids: Iterable<RowId>, size: number): Generator<RowId[]> {
  let batch: RowId[] = []
  for (const id of ids) {
    batch.push(id)
    if (batch.length < size) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}
