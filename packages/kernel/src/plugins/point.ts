/** A value that a plugin contributes to an extension point. */
export interface Contribution<T = unknown> {
  readonly point: Point<T>
  readonly value: T
}

/**
 * An extension point. Any plugin can contribute to it, and its owner reads the contributions from `Contributions`, so
 * neither imports the other.
 */
export interface Point<T> {
  readonly name: string
  /** Identifies the point. Points with the same key are the same point, even in two copies of a package. */
  readonly key: symbol
  /** Wraps a value for a plugin's `contributes`. */
  of(value: T): Contribution<T>
}

/**
 * Declares an extension point. The name is a plural noun, used only in messages. Pass a key (`Symbol.for(…)`) if the
 * point must be shared by two copies of a package in one process.
 */
export function definePoint<T>(name: string, key = Symbol(name)): Point<T> {
  const point: Point<T> = { name, key, of: (value) => ({ point, value }) }
  return Object.freeze(point)
}
