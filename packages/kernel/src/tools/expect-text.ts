/**
 * Throws a `TypeError` that names the argument if `call` was not given a string, for callers without type checking.
 */
export function expectText(value: unknown, call: string, what: string): asserts value is string {
  if (typeof value !== 'string') throw new TypeError(`${call} needs ${what} as a string.`)
}
