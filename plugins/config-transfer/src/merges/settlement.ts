import type { MergeSide } from './merged-record.js'

/** Which side wins the conflicts of a record, of a table, or of all tables. */
export interface Settlement {
  /** Default: all tables. */
  readonly table?: string | undefined
  /** The name of a record. Default: all records of the table. */
  readonly name?: string | undefined
  readonly take: MergeSide
}

/**
 * The side that wins each conflict. A settlement of a record takes precedence over one of its table, which takes
 * precedence over one of all tables.
 */
export class Settlements {
  readonly #sides: ReadonlyMap<string, MergeSide>
  /** The settlements of records for which `sideFor` has not been called, by place. */
  readonly #unused: Map<string, Settlement>

  constructor(settlements: readonly Settlement[]) {
    const places = settlements.map((one) => [placeOf(one.table, one.name), one] as const)
    this.#sides = new Map(places.map(([place, { take }]) => [place, take]))
    this.#unused = new Map(places.filter(([, { name }]) => name !== undefined))
  }

  /** The settlements of records that the other side has not changed: `sideFor` was never called for them. */
  get unused(): readonly Settlement[] {
    return [...this.#unused.values()]
  }

  /** Returns the side that wins for a record; `undefined` if no settlement applies. */
  sideFor(table: string, name: string): MergeSide | undefined {
    const places = [placeOf(table, name), placeOf(table), placeOf()]
    if (this.#unused.size > 0) this.#unused.delete(placeOf(table, name))
    return places.map((place) => this.#sides.get(place)).find((side) => side !== undefined)
  }
}

const placeOf = (table?: string, name?: string) => JSON.stringify([table, name])
