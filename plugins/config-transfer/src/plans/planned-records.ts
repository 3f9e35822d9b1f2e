import type { Dialect } from '@plinth/kernel'
import type { ConfigurationTable, Reference } from '@plinth/kernel/contracts'
import { IdSet, TextMap, TextSet } from '../compact-sets.js'
import type { MemoryBudget } from '../memory-budget.js'
import { keyIn, type PlainRecord } from '../records/record-shape.js'
import { RowFinder } from '../records/row-finder.js'
import type { RowId } from '../row-id.js'
import { referencesOf, targetFieldsOf } from '../tables/table-fields.js'
import type { TransferTables } from '../tables/transfer-tables.js'
import type { Change } from './change.js'
import type { PresentRecord } from './present-records.js'

/** Fields by which references find the records of a table. A name consists of the values of these fields. */
interface NameFields {
  readonly fields: readonly string[]
  readonly finder: RowFinder
  /** The names that records will have once the plan is applied, and do not have now. */
  readonly expected: TextSet
  /** Names that were expected until their record was refused. */
  readonly withdrawn: TextSet
  /** Whether such a name can be part of the key of another record. Only then are the next two maps filled. */
  isInKey: boolean
  /** The rows that get another name, by the new name. */
  readonly byNewName: TextMap<RowId>
  /** The same rows, by the name that they have now. */
  readonly byPresentName: TextMap<RowId>
  /** The privilege levels of added roles, by name. */
  readonly levels: TextMap<number>
}

/** A row that gets other values in some fields. */
interface UpdatedRow {
  readonly row: Pick<PresentRecord, 'id' | 'record'>
  readonly after: PlainRecord
  readonly fields: readonly string[]
}

/** What a plan has decided so far: which names records will have, and which rows lose theirs. */
export class PlannedRecords {
  readonly #names = new Map<string, NameFields[]>()
  readonly #removed = new Map<string, IdSet>()
  readonly #changed = new Map<string, IdSet>()

  constructor(tables: TransferTables, dialect: Dialect, memory: MemoryBudget) {
    for (const table of tables.inFileOrder) {
      for (const [name, reference] of referencesOf(table)) {
        const target = tables.target(reference)
        const fields = targetFieldsOf(name, reference)
        const names =
          this.#find(target.name, fields) ??
          newNameFields(fields, new RowFinder(target, fields, tables, dialect), memory)
        names.isInKey ||= table.key.includes(name)
        const others = this.#names.get(target.name) ?? []
        if (!others.includes(names)) this.#names.set(target.name, [...others, names])
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

  /** Notes that a record will exist, so that references find it. */
  expectAdded(table: ConfigurationTable, after: PlainRecord): void {
    const level = after[table.privilege ?? '']
    for (const names of this.#names.get(table.name) ?? []) {
      this.#expect(names, after)
      if (typeof level === 'number') names.levels.set(keyTextIn(names, after), level)
    }
  }

  /** Notes that a row will have other values, so that references find it by its new names alone. */
  expectUpdated(table: ConfigurationTable, { row, after, fields }: UpdatedRow): void {
    this.markUpdated(table, { row, after, fields })
    for (const names of this.#namesIn(table, fields)) this.#expect(names, after)
  }

  /** Marks that a row will have other values in some fields, so that no reference finds it by the present ones. */
  markUpdated(table: ConfigurationTable, { row, after, fields }: UpdatedRow): void {
    for (const field of fields) this.changed(table, field).add(row.id)
    for (const names of this.#namesIn(table, fields)) {
      const [previous, next] = [keyTextIn(names, row.record), keyTextIn(names, after)]
      if (!names.isInKey || previous === next) continue
      names.byNewName.set(next, row.id)
      names.byPresentName.set(previous, row.id)
    }
  }

  /** Reverts `markUpdated`. */
  unmarkUpdated(table: ConfigurationTable, { row, after, fields }: UpdatedRow): void {
    for (const field of fields) this.changed(table, field).delete(row.id)
    for (const names of this.#namesIn(table, fields)) {
      names.byNewName.delete(keyTextIn(names, after), row.id)
      names.byPresentName.delete(keyTextIn(names, row.record), row.id)
    }
  }

  /** Reverts `expectAdded` or `expectUpdated`, because the change is refused after all. */
  withdraw(table: ConfigurationTable, { kind, before, after, rowId, fields }: Change): void {
    if (!after) return
    for (const names of this.#names.get(table.name) ?? []) names.withdrawn.add(keyTextIn(names, after))
    if (kind !== 'update' || rowId === null || before === null || fields === null) return
    this.unmarkUpdated(table, { row: { id: rowId, record: JSON.parse(before) }, after, fields })
  }

  /** Returns the number of withdrawn names, among those by which a table refers to records. */
  withdrawnCount(table: ConfigurationTable): number {
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

  /** Returns the privilege level of the role that will be added under this name, if one will be. */
  addedLevel(reference: Reference, field: string, keyText: string): number | undefined {
    if (!this.isExpected(reference, field, keyText)) return undefined
    return this.#find(reference.to, targetFieldsOf(field, reference))?.levels.get(keyText)
  }

  /** Returns the row that gets this name; `undefined` if none does. */
  renamedRow(reference: Reference, field: string, keyText: string): RowId | undefined {
    return this.#find(reference.to, targetFieldsOf(field, reference))?.byNewName.get(keyText)
  }

  /** Whether the row that has this name now gets another name. */
  isGivenUp(reference: Reference, field: string, keyText: string): boolean {
    return this.#find(reference.to, targetFieldsOf(field, reference))?.byPresentName.get(keyText) !== undefined
  }

  /** Whether any row gets another one of the names by which a reference in a key finds it. */
  isAnyRenamed(reference: Reference, field: string): boolean {
    return (this.#find(reference.to, targetFieldsOf(field, reference))?.byNewName.size ?? 0) > 0
  }

  /** Returns the canonical name by which a reference finds a record. */
  keyText(reference: Reference, field: string, record: PlainRecord): string {
    const names = this.#find(reference.to, targetFieldsOf(field, reference))
    return names === undefined ? '' : keyTextIn(names, record)
  }

  /** Whether a row will no longer have the name by which a reference finds it. */
  losesName(reference: Reference, field: string, id: RowId): boolean {
    const table = { name: reference.to }
    return (
      this.removed(table).has(id) || targetFieldsOf(field, reference).some((name) => this.changed(table, name).has(id))
    )
  }

  /** Whether any row will no longer have the name by which a reference finds it. */
  anyLosesName(reference: Reference, field: string): boolean {
    const table = { name: reference.to }
    return (
      this.removed(table).size > 0 ||
      targetFieldsOf(field, reference).some((name) => this.changed(table, name).size > 0)
    )
  }

  /** Returns the names of which any of these fields is a part. */
  #namesIn({ name }: ConfigurationTable, fields: readonly string[]): NameFields[] {
    const all = this.#names.get(name) ?? []
    return all.filter((names) => names.fields.some((field) => fields.includes(field)))
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

function newNameFields(fields: readonly string[], finder: RowFinder, memory: MemoryBudget): NameFields {
  const sets = { expected: new TextSet(memory), withdrawn: new TextSet(memory) }
  const rows = { byNewName: new TextMap<RowId>(memory), byPresentName: new TextMap<RowId>(memory) }
  const maps = { ...rows, levels: new TextMap<number>(memory) }
  return { fields, finder, isInKey: false, ...sets, ...maps }
}

function keyTextIn({ fields, finder }: NameFields, record: PlainRecord): string {
  return finder.keyText(keyIn(record, fields))
}
