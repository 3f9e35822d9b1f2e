/**
 * Throws a `TypeError` if a value is not a string, for callers without type checking. Its message names the function
 * (`call`) and the argument (`what`).
 */
export function expectText(value: unknown, call: string, what: string): asserts value is string {
  if (typeof value !== 'string') throw new TypeError(`${call} needs ${what} as a string.`)
}
