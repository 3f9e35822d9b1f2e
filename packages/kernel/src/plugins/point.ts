/** Something that a plugin gives to a point. */
export interface Contribution<T = unknown> {
  readonly point: Point<T>
  readonly value: T
}

/**
 * A place where plugins meet without importing one another: any plugin contributes to it, its owner asks `Contributions`
 * for everything that came.
 */
export interface Point<T> {
  readonly name: string
  /** Wraps a value for a plugin's `contributes`. */
  of(value: T): Contribution<T>
}

/** Declares a point. The name is a plural noun and is used in messages only. */
export function definePoint<T>(name: string): Point<T> {
  const point: Point<T> = { name, of: (value) => ({ point, value }) }
  return Object.freeze(point)
}
