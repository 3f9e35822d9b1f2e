import type { Contribution, Point } from './point.js'

/** The contributions of all plugins. The service `contributions` of every kernel. */
export interface Contributions {
  /**
   * Returns everything contributed to a point, in the order of the plugins. Throws until all plugins are registered, so
   * call it when a service is used, not in its constructor.
   */
  to<T>(point: Point<T>): readonly T[]
  /** Returns the name of the plugin that contributed a value, for messages. */
  contributorOf<T>(point: Point<T>, value: T): string | undefined
}

/** A contribution and the name of its plugin. */
export interface ContributionOfPlugin extends Contribution {
  readonly plugin: string
}

/** The contributions, which the kernel fills in once, between registration and start. */
export class CollectedContributions implements Contributions {
  #collected: Map<symbol, ContributionOfPlugin[]> | undefined

  collect(contributions: readonly ContributionOfPlugin[]): void {
    const collected = new Map<symbol, ContributionOfPlugin[]>()
    for (const contribution of contributions) {
      const { key } = contribution.point
      collected.set(key, [...(collected.get(key) ?? []), contribution])
    }
    this.#collected = collected
  }

  to<T>(point: Point<T>): readonly T[] {
    return this.#contributionsTo(point).map(({ value }) => value) as T[]
  }

  contributorOf<T>(point: Point<T>, value: T): string | undefined {
    return this.#contributionsTo(point).find((contribution) => contribution.value === value)?.plugin
  }

  #contributionsTo(point: Pick<Point<unknown>, 'name' | 'key'>): readonly ContributionOfPlugin[] {
    if (!this.#collected) throw new Error(`The point "${point.name}" was read before all plugins were registered.`)
    return this.#collected.get(point.key) ?? []
  }
}
