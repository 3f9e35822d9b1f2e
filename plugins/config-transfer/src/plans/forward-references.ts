import type { ConfigurationTable } from '@plinth/kernel/contracts'
import type { MissingParent } from '../import/candidate.js'
import type { PlainRecord } from '../record-shape.js'
import { referencesOf } from '../table-fields.js'
import type { PlannedRecords } from './planned-records.js'

interface Waiting {
  readonly record: PlainRecord
  /** The names by which its children find it, each with the reference. */
  readonly names: readonly string[]
  readonly missing: readonly string[]
}

/** Records that refer to records of their own table that come later in the source, perhaps in a circle. */
export class ForwardReferences {
  readonly #table: ConfigurationTable
  readonly #planned: PlannedRecords
  readonly #waiting = new Map<number, Waiting>()

  constructor(table: ConfigurationTable, planned: PlannedRecords) {
    this.#table = table
    this.#planned = planned
  }

  add(position: number, record: PlainRecord, missing: readonly MissingParent[]): void {
    const own = referencesOf(this.#table).filter(([, { to }]) => to === this.#table.name)
    const names = own.map(([field, reference]) => `${field} ${this.#planned.keyText(reference, field, record)}`)
    const wanted = missing.map(({ field, keyText }) => `${field} ${keyText}`)
    this.#waiting.set(position, { record, names, missing: wanted })
  }

  /**
   * Passes on the records whose parents will all exist, because they were planned since or wait here too. Returns the
   * positions of all that waited.
   */
  settle(expect: (record: PlainRecord) => void): Set<number> {
    const own = referencesOf(this.#table).filter(([, { to }]) => to === this.#table.name)
    const isPlanned = (name: string) =>
      own.some(
        ([field, reference]) =>
          name.startsWith(`${field} `) && this.#planned.isExpected(reference, field, name.slice(field.length + 1)),
      )
    const hopeful = new Map([...this.#waiting.values()].map((record) => [record, record.missing]))
    for (let isStable = false; !isStable; ) {
      const names = new Set([...hopeful.keys()].flatMap((record) => record.names))
      const hopeless = [...hopeful].filter(([, missing]) =>
        missing.some((name) => !names.has(name) && !isPlanned(name)),
      )
      for (const [record] of hopeless) hopeful.delete(record)
      isStable = hopeless.length === 0
    }
    for (const { record } of hopeful.keys()) expect(record)
    return new Set(this.#waiting.keys())
  }
}
