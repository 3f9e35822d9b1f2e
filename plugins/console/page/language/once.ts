/** Returns a function that creates a value at its first call: a formatter of `Intl` takes milliseconds to create. */
export function once<T>(create: () => T): () => T {
  let value: T | undefined
  return () => {
    value ??= create()
    return value
  }
}
