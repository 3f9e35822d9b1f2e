import type { Dialect } from '@plinth/kernel'
import type { ConfigurationTable, Reference } from '@plinth/kernel/contracts'
import { IdSet, TextSet } from '../compact-sets.js'
import type { NaturalKey } from '../import/file-record.js'
import { Lookup } from '../import/lookup.js'
import type { PlainRecord } from '../record-shape.js'
import type { RowId } from '../row-id.js'
import { referencesOf, targetFieldsOf } from '../table-fields.js'
import type { TransferTables } from '../transfer-tables.js'
import type { Change } from './change.js'

/** The fields by which references find the records of a table. */
interface NameFields {
  readonly fields: readonly string[]
  readonly lookup: Lookup
  /** The names that records will have once the plan is applied, and have not now. */
  readonly expected: TextSet
  /** Names that were expected until their record was refused. */
  readonly withdrawn: Set<string>
}

/** What a plan has decided so far: which names records will have, and which rows lose theirs. */
export class PlannedRecords {
  readonly #names = new Map<string, NameFields[]>()
  readonly #removed = new Map<string, IdSet>()
  readonly #changed = new Map<string, IdSet>()

  constructor(tables: TransferTables, dialect: Dialect) {
    for (const table of tables.inFileOrder) {
      for (const [name, reference] of referencesOf(table)) {
        const target = tables.target(reference)
        const fields = targetFieldsOf(name, reference)
        if (this.#find(target.name, fields)) continue
        const lookup = new Lookup(target, fields, tables, dialect)
        const sets = { fields, lookup, expected: new TextSet(), withdrawn: new Set<string>() }
        this.#names.set(target.name, [...(this.#names.get(target.name) ?? []), sets])
      }
    }
  }

  /** The rows of a table that are removed. */
  removed({ name }: Pick<ConfigurationTable, 'name'>): IdSet {
    return this.#setIn(this.#removed, name)
  }

  /** The rows of a table in which a field changes. */
  changed({ name }: Pick<ConfigurationTable, 'name'>, field: string): IdSet {
    return this.#setIn(this.#changed, `${name}.${field}`)
  }

  expectAdded(table: ConfigurationTable, after: PlainRecord): void {
    for (const names of this.#names.get(table.name) ?? []) this.#expect(names, after)
  }

  expectUpdated(table: ConfigurationTable, id: RowId, after: PlainRecord, fields: readonly string[]): void {
    for (const field of fields) this.changed(table, field).add(id)
    for (const names of this.#names.get(table.name) ?? [])
      if (names.fields.some((field) => fields.includes(field))) this.#expect(names, after)
  }

  /** Takes back that a record will have its names and values, because its change is refused after all. */
  withdraw(table: ConfigurationTable, { kind, after, rowId, fields }: Change): void {
    if (after) for (const names of this.#names.get(table.name) ?? []) names.withdrawn.add(keyTextIn(names, after))
    if (kind === 'update' && rowId !== null) for (const field of fields ?? []) this.changed(table, field).delete(rowId)
  }

  /** The number of names, among those by which a table refers to others, that were expected and are not any more. */
  withdrawnFrom(table: ConfigurationTable): number {
    const names = referencesOf(table).map(([name, reference]) =>
      this.#find(reference.to, targetFieldsOf(name, reference)),
    )
    return names.reduce((count, each) => count + (each?.withdrawn.size ?? 0), 0)
  }

  /** Whether a record with this name will exist that does not exist now. */
  isExpected(reference: Reference, field: string, keyText: string): boolean {
    const names = this.#find(reference.to, targetFieldsOf(field, reference))
    if (!names) return false
    return names.expected.has(keyText) && !names.withdrawn.has(keyText)
  }

  /** Returns the canonical name by which a reference finds a record. */
  keyText(reference: Reference, field: string, record: PlainRecord): string {
    const names = this.#find(reference.to, targetFieldsOf(field, reference))
    return names === undefined ? '' : keyTextIn(names, record)
  }

  /** Whether a row will no longer have the name by which a reference finds it. */
  isLeaving(reference: Reference, field: string, id: RowId): boolean {
    const table = { name: reference.to }
    return (
      this.removed(table).has(id) || targetFieldsOf(field, reference).some((name) => this.changed(table, name).has(id))
    )
  }

  /** Whether any row will no longer have the name by which a reference finds it. */
  isAnyLeaving(reference: Reference, field: string): boolean {
    const table = { name: reference.to }
    return (
      this.removed(table).size > 0 ||
      targetFieldsOf(field, reference).some((name) => this.changed(table, name).size > 0)
    )
  }

  #expect(names: NameFields, after: PlainRecord): void {
    names.expected.add(keyTextIn(names, after))
  }

  #find(table: string, fields: readonly string[]): NameFields | undefined {
    return this.#names.get(table)?.find((names) => names.fields.join('\0') === fields.join('\0'))
  }

  #setIn(sets: Map<string, IdSet>, key: string): IdSet {
    const set = sets.get(key) ?? new IdSet()
    sets.set(key, set)
    return set
  }
}

function keyTextIn({ fields, lookup }: NameFields, record: PlainRecord): string {
  return lookup.keyText(keyIn(record, fields))
}

/** Returns the values of some fields of a record as a key. */
export function keyIn(record: PlainRecord, fields: readonly string[]): NaturalKey {
  return fields.map((field) => String(record[field] ?? ''))
}
