/**
 * Throws a `TypeError` that says what is missing when `call` was not given a string: for code that no compiler has
 * checked.
 */
export function expectText(value: unknown, call: string, what: string): asserts value is string {
  if (typeof value !== 'string') throw new TypeError(`${call} needs ${what} as a string.`)
}
