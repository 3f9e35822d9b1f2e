import type { ConfigurationTable } from '@plinth/kernel/contracts'
import type { MissingParent } from '../import/candidate.js'
import type { PlainRecord } from '../record-shape.js'
import { mustAddParentsFirst, referencesOf } from '../table-fields.js'
import type { PlannedRecords } from './planned-records.js'

interface Waiting {
  readonly record: PlainRecord
  /** Whether it has no row yet. */
  readonly isNew: boolean
  /** The names by which its children find it, each with the reference. */
  readonly names: readonly string[]
  readonly missing: readonly string[]
}

/**
 * Records that refer to records of their own table that come later in the source, perhaps in a circle. New ones cannot
 * be added in a circle if each needs its parent first.
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
   * Passes on the records whose parents will all exist, because they were planned since or wait here too. Returns the
   * positions of all that waited.
   */
  settle(expect: (record: PlainRecord) => void): Set<number> {
    let hopeful = this.#hopeful(this.#waiting.values())
    for (let before = -1; mustAddParentsFirst(this.#table) && hopeful.size !== before; ) {
      before = hopeful.size
      hopeful = this.#hopeful(this.#rooted(hopeful))
    }
    for (const { record } of hopeful) expect(record)
    return new Set(this.#waiting.keys())
  }

  #isPlanned(name: string): boolean {
    const own = referencesOf(this.#table).filter(([, { to }]) => to === this.#table.name)
    return own.some(
      ([field, reference]) =>
        name.startsWith(`${field} `) && this.#planned.isExpected(reference, field, name.slice(field.length + 1)),
    )
  }

  /** Returns the records whose parents are planned, or among the records and returned too. */
  #hopeful(records: Iterable<Waiting>): Set<Waiting> {
    const hopeful = new Set(records)
    const [holders, children] = [new Map<string, number>(), new Map<string, Waiting[]>()]
    for (const one of hopeful) {
      for (const name of one.names) holders.set(name, (holders.get(name) ?? 0) + 1)
      for (const name of one.missing) pushTo(children, name, one)
    }
    const missing = [...children.keys()].filter((name) => !holders.has(name) && !this.#isPlanned(name))
    for (let name = missing.pop(); name !== undefined; name = missing.pop()) {
      for (const child of children.get(name) ?? []) {
        if (!hopeful.delete(child)) continue
        for (const own of child.names) {
          holders.set(own, (holders.get(own) ?? 0) - 1)
          if (holders.get(own) === 0 && !this.#isPlanned(own)) missing.push(own)
        }
      }
    }
    return hopeful
  }

  /** Returns the records that have a row, and those that can be added one after the other. */
  #rooted(records: ReadonlySet<Waiting>): Set<Waiting> {
    const rooted = new Set<Waiting>()
    const children = new Map<string, Waiting[]>()
    const open = new Map<Waiting, number>()
    const ready: Waiting[] = []
    for (const one of records) {
      const missing = one.isNew ? one.missing.filter((name) => !this.#isPlanned(name)) : []
      for (const name of missing) pushTo(children, name, one)
      open.set(one, missing.length)
      if (missing.length === 0) ready.push(one)
    }
    for (let one = ready.pop(); one !== undefined; one = ready.pop()) {
      rooted.add(one)
      for (const child of one.names.flatMap((name) => children.get(name) ?? [])) {
        const left = (open.get(child) ?? 0) - 1
        open.set(child, left)
        if (left === 0) ready.push(child)
      }
    }
    return rooted
  }
}

function pushTo<Key, Value>(map: Map<Key, Value[]>, key: Key, value: Value): void {
  const values = map.get(key)
  if (values) values.push(value)
  else map.set(key, [value])
}
