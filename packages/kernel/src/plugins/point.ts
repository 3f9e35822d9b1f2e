/** Something that a plugin gives to a point. */
export interface Contribution<T = unknown> {
  readonly point: Point<T>
  readonly value: T
}

/**
 * A place where plugins meet without importing one another: any plugin contributes to it, its owner asks
 * `Contributions` for everything that came.
 */
export interface Point<T> {
  readonly name: string
  /** Points of one key are one point: those of the kernel, in every copy of it that a process has. */
  readonly key: symbol
  /** Wraps a value for a plugin's `contributes`. */
  of(value: T): Contribution<T>
}

/**
 * Declares a point. The name is a plural noun and is used in messages only; a key is for points that must be one in two
 * copies of a package.
 */
export function definePoint<T>(name: string, key = Symbol(name)): Point<T> {
  const point: Point<T> = { name, key, of: (value) => ({ point, value }) }
  return Object.freeze(point)
}
