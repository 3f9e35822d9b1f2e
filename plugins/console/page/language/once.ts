/**
 * Returns a function that creates a value when it is first called. For formatters of `Intl`, which take milliseconds to
 * create.
 */
export function once<T>(create: () => T): () => T {
  let value: T | undefined
  return () => {
    value ??= create()
    return value
  }
}
