/** Approximate size of a string, an array, a map or an object without its contents, in bytes on a 64-bit system. */
const HEADER_BYTES = 24
/** Approximate size of a property, or of an entry of an array, without its value. */
const SLOT_BYTES = 8

/** Returns the approximate size of a value in memory, in bytes. A value that occurs twice counts twice. */
export function approximateSize(value: unknown): number {
  if (typeof value === 'string') return HEADER_BYTES + value.length
  if (typeof value === 'number') return SLOT_BYTES
  if (typeof value !== 'object' || value === null) return 0
  const contents = value instanceof Map ? [...value].flat() : Object.values(value)
  return contents.reduce((size: number, one) => size + SLOT_BYTES + approximateSize(one), HEADER_BYTES)
}
