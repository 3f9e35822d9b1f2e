import type { ConfigurationTable, Field, Reference } from '@plinth/kernel/contracts'

/** A record of a configuration file. */
export type FileRecord = Readonly<Record<string, unknown>>

/** A record with one invalid field, and the words that the error line must contain after the name of the record. */
interface SpoiltRecord {
  readonly record: FileRecord
  readonly says: readonly string[]
}

/** The name of a record that does not exist. */
const UNKNOWN_NAME = 'no-such-record'
/** One character of two UTF-16 units and four bytes. */
const WIDE = '😀'

type WrittenField = Exclude<Field, { kind: 'row-number' | 'derived' | 'unread' }>

const WRONG: Readonly<Record<WrittenField['kind'], unknown>> = {
  text: 7,
  number: 'seven',
  integer: 1.5,
  boolean: 'yes',
  timestamp: 'yesterday',
  reference: 7,
}

/** Returns the fields that are read from a file and stored. */
export function writtenFields(table: ConfigurationTable): readonly [name: string, field: WrittenField][] {
  return Object.entries(table.fields).filter((entry): entry is [string, WrittenField] => entry[1].kind in WRONG)
}

const othersThanKey = (table: ConfigurationTable) => writtenFields(table).filter(([name]) => !table.key.includes(name))

/** Returns the name of a record in an error line. */
export const labelOf = (table: ConfigurationTable, record: FileRecord): string =>
  table.key.map((name) => nameIn(record[name])).join(' / ')

/** Returns the name in a reference, which is the name itself or an object with it. */
const nameIn = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'name' in value ? value.name : value

/** Returns variants of a record that the fields of a table rule out, each with one invalid field. */
export function spoiltRecords(table: ConfigurationTable, record: FileRecord): SpoiltRecord[] {
  return [withWrongValues, withoutRequired, withTooLongTexts, withUnknownReferences].flatMap((spoil) =>
    spoil(table, record),
  )
}

/** Returns a record for each field, with a value of the wrong type. */
function withWrongValues(table: ConfigurationTable, record: FileRecord): SpoiltRecord[] {
  return othersThanKey(table).map(([name, { kind }]) => ({ record: { ...record, [name]: WRONG[kind] }, says: [name] }))
}

/** Returns records with each required field missing, and with null in it. */
function withoutRequired(table: ConfigurationTable, record: FileRecord): SpoiltRecord[] {
  return othersThanKey(table)
    .filter(([, field]) => !field.nullable && !hasDefault(field))
    .flatMap(([name]) => [
      { record: { ...record, [name]: undefined }, says: [name] },
      { record: { ...record, [name]: null }, says: [name] },
    ])
}

/** Returns a record for each text field, with a string that is one character too long. */
function withTooLongTexts(table: ConfigurationTable, record: FileRecord): SpoiltRecord[] {
  return othersThanKey(table).flatMap(([name, field]) => {
    if (field.kind !== 'text') return []
    return [{ record: { ...record, [name]: 'x'.repeat(field.max + 1) }, says: [name, String(field.max)] }]
  })
}

/** Returns a record for each reference, with an unknown name. */
function withUnknownReferences(table: ConfigurationTable, record: FileRecord): SpoiltRecord[] {
  return references(table).map(([name]) => ({ record: { ...record, [name]: UNKNOWN_NAME }, says: [UNKNOWN_NAME] }))
}

/** Returns the record with the largest value in every field, except key fields and strings with a pattern. */
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
    case 'timestamp':
      return '12/31/9999, 23:59:59.999999'
    default:
      return value
  }
}

/** Returns the record with null in every nullable field, and the values expected in an export. */
export function withNulls(table: ConfigurationTable, record: FileRecord): { record: FileRecord; nulls: FileRecord } {
  const nullable = othersThanKey(table).filter(([, field]) => field.nullable)
  const given = Object.fromEntries(nullable.map(([name]) => [name, null]))
  const nulls = nullable.map(([name, field]) => [name, noneOf(field)])
  return { record: { ...withoutDerived(table, record), ...given }, nulls: Object.fromEntries(nulls) }
}

/** Returns the record without optional fields, and the values expected for them in an export. */
export function bare(table: ConfigurationTable, record: FileRecord): { record: FileRecord; defaults: FileRecord } {
  const left: Record<string, unknown> = { ...withoutDerived(table, record) }
  const defaults: Record<string, unknown> = {}
  for (const [name, field] of othersThanKey(table)) {
    const fallback = 'default' in field ? field.default : undefined
    // That field was removed, and its default needs this one
    if (typeof fallback === 'object' && left[fallback.field] === undefined) continue
    if (fallback === undefined && !field.nullable) continue
    delete left[name]
    if (typeof fallback === 'object') defaults[name] = record[fallback.field]
    else if (fallback !== 'generated-identifier') defaults[name] = fallback ?? noneOf(field)
  }
  return { record: left, defaults }
}

const hasDefault = (field: WrittenField) => 'default' in field && field.default !== undefined

/** Returns the exported value of an empty field. */
const noneOf = (field: Field) => (field.kind === 'reference' ? (field.none ?? null) : null)

/** Returns the record without derived fields, which could contradict a changed reference. */
function withoutDerived(table: ConfigurationTable, record: FileRecord): FileRecord {
  const derived = Object.keys(table.fields).filter((name) => table.fields[name]?.kind === 'derived')
  return Object.fromEntries(Object.entries(record).filter(([name]) => !derived.includes(name)))
}

const references = (table: ConfigurationTable) =>
  writtenFields(table).filter((entry): entry is [string, Reference] => entry[1].kind === 'reference')

/** Returns the stored fields of an exported record, with references by name, which must be equal on every database. */
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
