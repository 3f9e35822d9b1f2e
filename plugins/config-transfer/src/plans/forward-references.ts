import type { ConfigurationTable } from '@plinth/kernel/contracts'
import type { MissingParent } from '../records/candidate.js'
import type { PlainRecord } from '../records/record-shape.js'
import { mustAddParentsFirst, referencesOf } from '../tables/table-fields.js'
import type { PlannedRecords } from './planned-records.js'

interface Waiting {
  readonly record: PlainRecord
  /** Whether it has no row yet. */
  readonly isNew: boolean
  /** What its children may be waiting for: `<field> <key text>`, one for each reference of the table to itself. */
  readonly names: readonly string[]
  /** The parents that it waits for, in the same form. */
  readonly missing: readonly string[]
}

/**
 * Records whose parent, in the same table, comes later in the source. Parents may form a cycle. If the table must add
 * parents first, new records in a cycle cannot be added.
 */
export class ForwardReferences {
  readonly #table: ConfigurationTable
  readonly #planned: PlannedRecords
  readonly #waiting = new Map<number, Waiting>()

  constructor(table: ConfigurationTable, planned: PlannedRecords) {
    this.#table = table
    this.#planned = planned
  }

  add(position: number, record: PlainRecord, missing: readonly MissingParent[], isNew: boolean): void {
    const own = referencesOf(this.#table).filter(([, { to }]) => to === this.#table.name)
    const names = own.map(([field, reference]) => `${field} ${this.#planned.keyText(reference, field, record)}`)
    const wanted = missing.map(({ field, keyText }) => `${field} ${keyText}`)
    this.#waiting.set(position, { record, isNew, names, missing: wanted })
  }

  /**
   * Calls `expect` with each record whose parents will all exist, because they are planned already, or wait here and
   * will exist themselves. Returns the positions of all waiting records.
   */
  settle(expect: (record: PlainRecord) => void): Set<number> {
    let possible = this.#withPossibleParents(this.#waiting.values())
    for (let before = -1; mustAddParentsFirst(this.#table) && possible.size !== before; ) {
      before = possible.size
      possible = this.#withPossibleParents(this.#addableInOrder(possible))
    }
    for (const { record } of possible) expect(record)
    return new Set(this.#waiting.keys())
  }

  #isPlanned(name: string): boolean {
    const own = referencesOf(this.#table).filter(([, { to }]) => to === this.#table.name)
    return own.some(
      ([field, reference]) =>
        name.startsWith(`${field} `) && this.#planned.isExpected(reference, field, name.slice(field.length + 1)),
    )
  }

  /** Returns the largest subset in which every missing parent is planned, or in the subset itself, as in a cycle. */
  #withPossibleParents(records: Iterable<Waiting>): Set<Waiting> {
    const possible = new Set(records)
    const [holders, children] = [new Map<string, number>(), new Map<string, Waiting[]>()]
    for (const one of possible) {
      for (const name of one.names) holders.set(name, (holders.get(name) ?? 0) + 1)
      for (const name of one.missing) pushTo(children, name, one)
    }
    const missing = [...children.keys()].filter((name) => !holders.has(name) && !this.#isPlanned(name))
    for (let name = missing.pop(); name !== undefined; name = missing.pop()) {
      for (const child of children.get(name) ?? []) {
        if (!possible.delete(child)) continue
        for (const own of child.names) {
          holders.set(own, (holders.get(own) ?? 0) - 1)
          if (holders.get(own) === 0 && !this.#isPlanned(own)) missing.push(own)
        }
      }
    }
    return possible
  }

  /** Returns the records that already have a row, and the new ones that can be added parent first. */
  #addableInOrder(records: ReadonlySet<Waiting>): Set<Waiting> {
    const addable = new Set<Waiting>()
    const children = new Map<string, Waiting[]>()
    const missingCounts = new Map<Waiting, number>()
    const ready: Waiting[] = []
    for (const one of records) {
      const missing = one.isNew ? one.missing.filter((name) => !this.#isPlanned(name)) : []
      for (const name of missing) pushTo(children, name, one)
      missingCounts.set(one, missing.length)
      if (missing.length === 0) ready.push(one)
    }
    for (let one = ready.pop(); one !== undefined; one = ready.pop()) {
      addable.add(one)
      for (const child of one.names.flatMap((name) => children.get(name) ?? [])) {
        const count = (missingCounts.get(child) ?? 0) - 1
        missingCounts.set(child, count)
        if (count === 0) ready.push(child)
      }
    }
    return addable
  }
}

function pushTo<Key, Value>(map: Map<Key, Value[]>, key: Key, value: Value): void {
  const values = map.get(key)
  if (values) values.push(value)
  else map.set(key, [value])
}
