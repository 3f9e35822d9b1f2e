import type { ColumnValue } from '@plinth/kernel'
import type { ConfigurationTable, Field } from '@plinth/kernel/contracts'
import { canonicalName } from '@plinth/kernel/tools'
import { columnOf, matchedFields, referencesOf } from '../tables/table-fields.js'
import type { TransferTables } from '../tables/transfer-tables.js'
import { fileTimestamp } from '../timestamp.js'
import type { Candidate } from './candidate.js'
import type { NaturalKey } from './file-record.js'

/**
 * A record with only its own fields: no row ids, and each reference as the name of the other record. Two records with
 * the same content are equal, whatever ids their rows have. An import reads it like an exported record.
 */
export type PlainRecord = Readonly<Record<string, ColumnValue>>

/** A field of a plain record. */
export interface PlainField {
  readonly name: string
  /** The column of a stored field. */
  readonly column: string
  /** The stored field, or the reference that has this field as a part of its name. */
  readonly field: Exclude<Field, { kind: 'row-id' | 'derived' | 'ignored' }>
  /** Of a reference: its name, its index among those of the table, and the part of its name. */
  readonly reference?: { readonly name: string; readonly index: number; readonly part: number }
  /** Whether values that differ in case alone count as equal, because the reference finds the same record by both. */
  readonly isCaseless: boolean
}

/** The fields of the plain records of a table, in the order of its description. */
export class RecordShape {
  readonly fields: readonly PlainField[]
  readonly #groups: readonly (readonly string[])[]
  readonly #aliases: ReadonlyMap<string, string>

  constructor(table: ConfigurationTable, tables: TransferTables) {
    this.fields = plainFields(table, tables)
    this.#groups = groupsOf(this.fields)
    this.#aliases = new Map(
      referencesOf(table).flatMap(([name, { alias }]) => (alias === undefined ? [] : [[alias, name] as const])),
    )
  }

  /** Returns the plain record of a candidate without a problem. */
  of(candidate: Candidate): PlainRecord {
    const record: Record<string, ColumnValue> = {}
    for (const plain of this.fields) record[plain.name] = valueIn(candidate, plain)
    return record
  }

  /** Returns the names of the fields that both records have, with different values. */
  differencesInSharedFields(one: PlainRecord, other: PlainRecord): string[] {
    return this.differences(one, other).filter((name) => one[name] !== undefined && other[name] !== undefined)
  }

  /** Returns the names of the fields in which two records differ. */
  differences(one: PlainRecord, other: PlainRecord): string[] {
    const different = this.fields.filter((field) => !isEqual(one[field.name] ?? null, other[field.name] ?? null, field))
    return different.map(({ name }) => name)
  }

  /** Whether a candidate without a problem has exactly the values of a record. */
  isRecord(candidate: Candidate, record: PlainRecord): boolean {
    return this.fields.every((field) => isEqual(record[field.name] ?? null, valueIn(candidate, field), field))
  }

  /**
   * Completes a record of a file: fields that it lacks are taken from the current record, and so keep their values. A
   * reference is taken as a whole: if the file has any of its fields, none is taken.
   */
  completed(given: Readonly<Record<string, unknown>>, current: PlainRecord): Readonly<Record<string, unknown>> {
    if (this.fields.every(({ name }) => given[name] !== undefined)) return given
    const names = this.#namesIn(given)
    const missing = this.fields.filter(({ name }) => !names.has(name))
    if (missing.length === 0) return given
    return { ...given, ...Object.fromEntries(missing.map(({ name }) => [name, current[name] ?? null])) }
  }

  /** Returns the plain record of a candidate without a problem, with only the fields that the file has. */
  partial(candidate: Candidate, given: Readonly<Record<string, unknown>>): PlainRecord {
    const names = this.#namesIn(given)
    const fields = this.fields.filter(({ name }) => names.has(name))
    return Object.fromEntries(fields.map((field) => [field.name, valueIn(candidate, field)]))
  }

  /** Returns the names of the fields that a record of a file has. A reference counts as a whole if it has any. */
  #namesIn(given: Readonly<Record<string, unknown>>): ReadonlySet<string> {
    const present = new Set(Object.keys(given).filter((name) => given[name] !== undefined))
    for (const [alias, name] of this.#aliases) if (present.has(alias)) present.add(name)
    return this.withWholeReferences(present)
  }

  /** Returns the named fields, each with all other fields of the same reference. Omits names of other fields. */
  withWholeReferences(names: ReadonlySet<string>): ReadonlySet<string> {
    return new Set(this.#groups.filter((group) => group.some((name) => names.has(name))).flat())
  }
}

function isEqual(one: ColumnValue, other: ColumnValue, { isCaseless }: PlainField): boolean {
  if (one === other) return true
  return (
    isCaseless && typeof one === 'string' && typeof other === 'string' && canonicalName(one) === canonicalName(other)
  )
}

function plainFields(table: ConfigurationTable, tables: TransferTables): PlainField[] {
  const parts = new Map<string, PlainField>()
  for (const [index, [name, reference]] of referencesOf(table).entries()) {
    for (const [part, [targetField, ownField]] of matchedFields(name, reference).entries()) {
      const isCaseless = isCaselessField(tables.target(reference), targetField, tables)
      if (parts.has(ownField) && ownField !== name) continue
      parts.set(ownField, {
        name: ownField,
        column: '',
        field: reference,
        reference: { name, index, part },
        isCaseless,
      })
    }
  }
  return Object.entries(table.fields).flatMap(([name, field]) => {
    if (field.kind === 'reference' || field.kind === 'derived') return parts.get(name) ?? []
    return field.kind === 'row-id' || field.kind === 'ignored'
      ? []
      : { name, column: columnOf(name, field), field, isCaseless: false }
  })
}

function isCaselessField(table: ConfigurationTable, name: string, tables: TransferTables): boolean {
  const field = table.fields[name]
  if (field?.kind !== 'reference') return field?.kind === 'text' && field.caseless !== undefined
  const [targetField = 'name'] = matchedFields(name, field)[0] ?? []
  return isCaselessField(tables.target(field), targetField, tables)
}

/** Groups the names of the fields: those of one reference belong together. */
function groupsOf(fields: readonly PlainField[]): string[][] {
  const groups = new Map<string, string[]>()
  for (const { name, reference } of fields) {
    const key = reference?.name ?? name
    groups.set(key, [...(groups.get(key) ?? []), name])
  }
  return [...groups.values()]
}

function valueIn({ values, targets }: Candidate, { column, field, reference }: PlainField): ColumnValue {
  if (reference) {
    const target = targets[reference.index]
    return target !== undefined && typeof target === 'object' && 'key' in target
      ? (target.key[reference.part] ?? null)
      : null
  }
  const value = values[column] ?? null
  return field.kind === 'timestamp' && typeof value === 'string' ? fileTimestamp(value) : value
}

/** Returns the values of these fields of a record as a key. */
export function keyIn(record: PlainRecord, fields: readonly string[]): NaturalKey {
  return fields.map((field) => String(record[field] ?? ''))
}
