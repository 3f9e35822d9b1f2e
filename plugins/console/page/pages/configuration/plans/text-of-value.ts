/** Returns the value of a field as text; `undefined` if there is none. */
export function textOfValue(value: unknown): string | undefined {
  if (value === null || value === undefined) return undefined
  return typeof value === 'string' ? value : JSON.stringify(value)
}
