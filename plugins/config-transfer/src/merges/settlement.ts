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

  constructor(settlements: readonly Settlement[]) {
    this.#sides = new Map(settlements.map(({ table, name, take }) => [placeOf(table, name), take]))
  }

  /** Returns `undefined` if the conflict is not settled. */
  sideFor(table: string, name: string): MergeSide | undefined {
    const places = [placeOf(table, name), placeOf(table), placeOf()]
    return places.map((place) => this.#sides.get(place)).find((side) => side !== undefined)
  }
}

const placeOf = (table?: string, name?: string) => JSON.stringify([table, name])
