import type { Contribution, Point } from './point.js'

/** What the plugins gave to the points; the service `contributions` of every kernel. */
export interface Contributions {
  /**
   * Everything contributed to a point, in the order of the plugins. Complete once all plugins are registered, so a
   * service asks when it works, not in its constructor; before that it throws.
   */
  of<T>(point: Point<T>): readonly T[]
  /** The name of the plugin that contributed a value; for messages. */
  giverOf<T>(point: Point<T>, value: T): string | undefined
}

/** A contribution, and whose it is. */
export interface Given extends Contribution {
  readonly plugin: string
}

/** Filled once by the kernel between registration and start. */
export class CollectedContributions implements Contributions {
  #collected: Map<symbol, Given[]> | undefined

  collect(contributions: readonly Given[]): void {
    const collected = new Map<symbol, Given[]>()
    for (const given of contributions) {
      const { key } = given.point
      collected.set(key, [...(collected.get(key) ?? []), given])
    }
    this.#collected = collected
  }

  of<T>(point: Point<T>): readonly T[] {
    return this.#givenTo(point).map(({ value }) => value) as T[]
  }

  giverOf<T>(point: Point<T>, value: T): string | undefined {
    return this.#givenTo(point).find((given) => given.value === value)?.plugin
  }

  #givenTo(point: Pick<Point<unknown>, 'name' | 'key'>): readonly Given[] {
    if (!this.#collected) throw new Error(`The point "${point.name}" was read before all plugins were registered.`)
    return this.#collected.get(point.key) ?? []
  }
}
