import type { MergeSide } from './merged-record.js'

/** Which side counts in the conflicts of a record, of a table, or of all tables. */
export interface Settlement {
  /** Default: all tables. */
  readonly table?: string | undefined
  /** The name of a record. Default: all records of the table. */
  readonly name?: string | undefined
  readonly take: MergeSide
}

/** The side that counts in each conflict. What names a record goes before what names its table. */
export class Settlements {
  readonly #sides: ReadonlyMap<string, MergeSide>
  /** Those of records that the merge has not found, by place. */
  readonly #unused: Map<string, Settlement>

  constructor(settlements: readonly Settlement[]) {
    const places = settlements.map((one) => [placeOf(one.table, one.name), one] as const)
    this.#sides = new Map(places.map(([place, { take }]) => [place, take]))
    this.#unused = new Map(places.filter(([, { name }]) => name !== undefined))
  }

  /** The settlements of records for which nobody has asked. */
  get unused(): readonly Settlement[] {
    return [...this.#unused.values()]
  }

  /** Returns `undefined` if the conflict is not settled. */
  sideFor(table: string, name: string): MergeSide | undefined {
    const places = [placeOf(table, name), placeOf(table), placeOf()]
    if (this.#unused.size > 0) this.#unused.delete(placeOf(table, name))
    return places.map((place) => this.#sides.get(place)).find((side) => side !== undefined)
  }
}

const placeOf = (table?: string, name?: string) => JSON.stringify([table, name])
