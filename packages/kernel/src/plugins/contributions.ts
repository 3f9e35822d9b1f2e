import type { Contribution, Point } from './point.js'

/** What the plugins gave to the points; the service `contributions` of every kernel. */
export interface Contributions {
  /**
   * Everything contributed to a point, in the order of the plugins. Complete once all plugins are registered, so a service
   * asks when it works, not in its constructor; before that it throws.
   */
  of<T>(point: Point<T>): readonly T[]
}

/** Filled once by the kernel between registration and start. */
export class CollectedContributions implements Contributions {
  #collected: Map<Point<unknown>, unknown[]> | undefined

  collect(contributions: readonly Contribution[]): void {
    const collected = new Map<Point<unknown>, unknown[]>()
    for (const { point, value } of contributions) {
      const values = collected.get(point) ?? []
      collected.set(point, [...values, value])
    }
    this.#collected = collected
  }

  of<T>(point: Point<T>): readonly T[] {
    if (!this.#collected) throw new Error(`The point "${point.name}" was read before all plugins were registered.`)
    return (this.#collected.get(point as Point<unknown>) ?? []) as T[]
  }
}
