import type { ConfigurationTable, Field, Reference } from '@plinth/kernel/contracts'

/** A record as it stands in a file. */
export type FileRecord = Readonly<Record<string, unknown>>

/** A record with one thing wrong, the field of it, and what an error line must say beside the name of the record. */
interface SpoiltRecord {
  readonly record: FileRecord
  readonly says: readonly string[]
}

/** The name of what no file has. */
const NOTHING = 'no-such-record'
/** A character of two UTF-16 units and four bytes, which counts as one. */
const WIDE = '😀'

type WrittenField = Exclude<Field, { kind: 'row-number' | 'derived' | 'unread' }>

const WRONG: Readonly<Record<WrittenField['kind'], unknown>> = {
  text: 7,
  number: 'seven',
  integer: 1.5,
  boolean: 'yes',
  moment: 'yesterday',
  reference: 7,
}

/** The fields that a file brings and that are kept. */
export function writtenFields(table: ConfigurationTable): readonly [name: string, field: WrittenField][] {
  return Object.entries(table.fields).filter((entry): entry is [string, WrittenField] => entry[1].kind in WRONG)
}

const othersThanKey = (table: ConfigurationTable) => writtenFields(table).filter(([name]) => !table.key.includes(name))

/** What a record is called in an error line. */
export const labelOf = (table: ConfigurationTable, record: FileRecord): string =>
  table.key.map((name) => nameIn(record[name])).join(' / ')

/** What stands for another record: its name, or an object with it. */
const nameIn = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'name' in value ? value.name : value

/** Everything that the fields of a table rule out, one thing at a time. */
export function spoiltRecords(table: ConfigurationTable, record: FileRecord): SpoiltRecord[] {
  return [withWrongValues, withoutRequired, withTooLongTexts, withUnknownReferences].flatMap((spoil) =>
    spoil(table, record),
  )
}

/** With a value of a wrong type, a record for each field. */
function withWrongValues(table: ConfigurationTable, record: FileRecord): SpoiltRecord[] {
  return othersThanKey(table).map(([name, { kind }]) => ({ record: { ...record, [name]: WRONG[kind] }, says: [name] }))
}

/** Without, and with null for, each field that has neither a default nor null as a value. */
function withoutRequired(table: ConfigurationTable, record: FileRecord): SpoiltRecord[] {
  return othersThanKey(table)
    .filter(([, field]) => !field.nullable && !hasDefault(field))
    .flatMap(([name]) => [
      { record: { ...record, [name]: undefined }, says: [name] },
      { record: { ...record, [name]: null }, says: [name] },
    ])
}

/** With a text of one character too many, a record for each field. */
function withTooLongTexts(table: ConfigurationTable, record: FileRecord): SpoiltRecord[] {
  return othersThanKey(table).flatMap(([name, field]) => {
    if (field.kind !== 'text') return []
    return [{ record: { ...record, [name]: 'x'.repeat(field.max + 1) }, says: [name, String(field.max)] }]
  })
}

/** With the name of nothing, a record for each reference. */
function withUnknownReferences(table: ConfigurationTable, record: FileRecord): SpoiltRecord[] {
  return references(table).map(([name]) => ({ record: { ...record, [name]: NOTHING }, says: [NOTHING] }))
}

/** The largest value in every field but those of the key, and texts that must look like something. */
export function atLimits(table: ConfigurationTable, record: FileRecord): FileRecord {
  const largest = othersThanKey(table).map(([name, field]) => [name, largestOf(field, record[name])])
  return { ...record, ...Object.fromEntries(largest) }
}

function largestOf(field: WrittenField, value: unknown): unknown {
  switch (field.kind) {
    case 'text':
      return field.pattern ? value : WIDE.repeat(field.max)
    case 'number':
      return -1.234_567_890_123_456_7e300
    case 'integer':
      return 2 ** 31 - 1
    case 'boolean':
      return !value
    case 'moment':
      return '12/31/9999, 23:59:59.999999'
    default:
      return value
  }
}

/** Null wherever that is a value, with what an export must say of it. */
export function withNulls(table: ConfigurationTable, record: FileRecord): { record: FileRecord; nulls: FileRecord } {
  const nullable = othersThanKey(table).filter(([, field]) => field.nullable)
  const given = Object.fromEntries(nullable.map(([name]) => [name, null]))
  const nulls = nullable.map(([name, field]) => [name, noneOf(field)])
  return { record: { ...withoutDerived(table, record), ...given }, nulls: Object.fromEntries(nulls) }
}

/** Without whatever has a default or may be null, with what an export must say of each. */
export function bare(table: ConfigurationTable, record: FileRecord): { record: FileRecord; defaults: FileRecord } {
  const left: Record<string, unknown> = { ...withoutDerived(table, record) }
  const defaults: Record<string, unknown> = {}
  for (const [name, field] of othersThanKey(table)) {
    const fallback = 'default' in field ? field.default : undefined
    if (typeof fallback === 'object' && left[fallback.field] === undefined) continue // it stands in for this one
    if (fallback === undefined && !field.nullable) continue
    delete left[name]
    if (typeof fallback === 'object') defaults[name] = record[fallback.field]
    else if (fallback !== 'generated-identifier') defaults[name] = fallback ?? noneOf(field)
  }
  return { record: left, defaults }
}

const hasDefault = (field: WrittenField) => 'default' in field && field.default !== undefined

/** What an export has for no value. */
const noneOf = (field: Field) => (field.kind === 'reference' ? (field.none ?? null) : null)

/** Parts of a reference that stand beside it would name another record. */
function withoutDerived(table: ConfigurationTable, record: FileRecord): FileRecord {
  const derived = Object.keys(table.fields).filter((name) => table.fields[name]?.kind === 'derived')
  return Object.fromEntries(Object.entries(record).filter(([name]) => !derived.includes(name)))
}

const references = (table: ConfigurationTable) =>
  writtenFields(table).filter((entry): entry is [string, Reference] => entry[1].kind === 'reference')

/** The written fields of an exported record, references by name: what must be equal on every database. */
export function comparable(table: ConfigurationTable, record: FileRecord): FileRecord {
  return Object.fromEntries(
    writtenFields(table).map(([name, field]) => {
      const value = record[name]
      if (field.kind === 'reference' && typeof value === 'object' && value !== null) {
        const [theirs = 'name'] = Object.keys(field.by ?? {})
        return [name, (value as FileRecord)[theirs]]
      }
      return [name, field.kind === 'text' && field.caseless === true ? String(value).toLowerCase() : value]
    }),
  )
}
