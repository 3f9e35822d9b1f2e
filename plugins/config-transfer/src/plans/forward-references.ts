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
    const hopeful = new Set(this.#waiting.values())
    const [holders, children] = [new Map<string, number>(), new Map<string, Waiting[]>()]
    for (const one of hopeful) {
      for (const name of one.names) holders.set(name, (holders.get(name) ?? 0) + 1)
      for (const name of one.missing) pushTo(children, name, one)
    }
    const missing = [...children.keys()].filter((name) => !holders.has(name) && !isPlanned(name))
    for (let name = missing.pop(); name !== undefined; name = missing.pop()) {
      for (const child of children.get(name) ?? []) {
        if (!hopeful.delete(child)) continue
        for (const own of child.names) {
          holders.set(own, (holders.get(own) ?? 0) - 1)
          if (holders.get(own) === 0 && !isPlanned(own)) missing.push(own)
        }
      }
    }
    for (const { record } of hopeful) expect(record)
    return new Set(this.#waiting.keys())
  }
}

function pushTo<Key, Value>(map: Map<Key, Value[]>, key: Key, value: Value): void {
  const values = map.get(key)
  if (values) values.push(value)
  else map.set(key, [value])
}
