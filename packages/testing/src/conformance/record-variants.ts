import type { ConfigurationTable, Field, Reference } from '@plinth/kernel/contracts'

/** A record of a configuration file. */
export type FileRecord = Readonly<Record<string, unknown>>

/** A record with one invalid field, and the words that its error line must contain. */
interface InvalidRecord {
  readonly record: FileRecord
  readonly mentions: readonly string[]
}

/** The name of a record that does not exist. */
const UNKNOWN_NAME = 'no-such-record'
/** One character of two UTF-16 code units, and of four bytes in UTF-8. */
const WIDE = '😀'

type StoredField = Exclude<Field, { kind: 'row-id' | 'derived' | 'ignored' }>

const WRONG_VALUES: Readonly<Record<StoredField['kind'], unknown>> = {
  text: 7,
  number: 'seven',
  integer: 1.5,
  boolean: 'yes',
  timestamp: 'yesterday',
  reference: 7,
}

/** Returns the fields that are read from a file and stored. */
export function storedFields(table: ConfigurationTable): readonly [name: string, field: StoredField][] {
  return Object.entries(table.fields).filter((entry): entry is [string, StoredField] => entry[1].kind in WRONG_VALUES)
}

const nonKeyFields = (table: ConfigurationTable) => storedFields(table).filter(([name]) => !table.key.includes(name))

/** Returns the name of a record in an error line. */
export const labelOf = (table: ConfigurationTable, record: FileRecord): string =>
  table.key.map((name) => nameIn(record[name])).join(' / ')

/** Returns the name in a reference, which is a string or an object with a name. */
const nameIn = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'name' in value ? value.name : value

/** Returns variants of a record with one invalid field each. */
export function invalidRecords(table: ConfigurationTable, record: FileRecord): InvalidRecord[] {
  return [withWrongValues, withoutRequired, withTooLongTexts, withUnknownReferences].flatMap((variants) =>
    variants(table, record),
  )
}

/** Returns a record for each field, with a value of the wrong type. */
function withWrongValues(table: ConfigurationTable, record: FileRecord): InvalidRecord[] {
  return nonKeyFields(table).map(([name, { kind }]) => ({
    record: { ...record, [name]: WRONG_VALUES[kind] },
    mentions: [name],
  }))
}

/** Returns two records for each required field: without the field, and with null in it. */
function withoutRequired(table: ConfigurationTable, record: FileRecord): InvalidRecord[] {
  return nonKeyFields(table)
    .filter(([, field]) => !field.nullable && !hasDefault(field))
    .flatMap(([name]) => [
      { record: { ...record, [name]: undefined }, mentions: [name] },
      { record: { ...record, [name]: null }, mentions: [name] },
    ])
}

/** Returns a record for each text field, with a string that is one character too long. */
function withTooLongTexts(table: ConfigurationTable, record: FileRecord): InvalidRecord[] {
  return nonKeyFields(table).flatMap(([name, field]) => {
    if (field.kind !== 'text') return []
    return [{ record: { ...record, [name]: 'x'.repeat(field.max + 1) }, mentions: [name, String(field.max)] }]
  })
}

/** Returns a record for each reference, in which it names an unknown record. */
function withUnknownReferences(table: ConfigurationTable, record: FileRecord): InvalidRecord[] {
  return references(table).map(([name]) => ({ record: { ...record, [name]: UNKNOWN_NAME }, mentions: [UNKNOWN_NAME] }))
}

/** Returns the record with the largest value in every field, except key fields and strings with a pattern. */
export function atLimits(table: ConfigurationTable, record: FileRecord): FileRecord {
  const largest = nonKeyFields(table).map(([name, field]) => [name, largestOf(field, record[name])])
  return { ...record, ...Object.fromEntries(largest) }
}

function largestOf(field: StoredField, value: unknown): unknown {
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
  const nullable = nonKeyFields(table).filter(([, field]) => field.nullable)
  const given = Object.fromEntries(nullable.map(([name]) => [name, null]))
  const nulls = nullable.map(([name, field]) => [name, emptyValueOf(field)])
  return { record: { ...withoutDerived(table, record), ...given }, nulls: Object.fromEntries(nulls) }
}

/** Returns the record without its optional fields, and the values expected for them in an export. */
export function withoutOptional(
  table: ConfigurationTable,
  record: FileRecord,
): { record: FileRecord; defaults: FileRecord } {
  const remaining: Record<string, unknown> = { ...withoutDerived(table, record) }
  const defaults: Record<string, unknown> = {}
  for (const [name, field] of nonKeyFields(table)) {
    const fallback = 'default' in field ? field.default : undefined
    const other = typeof fallback === 'object' && 'field' in fallback ? fallback.field : undefined
    // The default is the value of another field, which was already removed and whose own default needs this field
    if (other !== undefined && remaining[other] === undefined) continue
    if (fallback === undefined && !field.nullable) continue
    delete remaining[name]
    if (other !== undefined) defaults[name] = record[other]
    else if (typeof fallback !== 'object') defaults[name] = fallback ?? emptyValueOf(field)
  }
  return { record: remaining, defaults }
}

const hasDefault = (field: StoredField) => 'default' in field && field.default !== undefined

/** Returns the exported value of an empty field. */
const emptyValueOf = (field: Field) => (field.kind === 'reference' ? (field.none ?? null) : null)

/** Returns the record without derived fields, because those could contradict a changed reference. */
function withoutDerived(table: ConfigurationTable, record: FileRecord): FileRecord {
  const derived = Object.keys(table.fields).filter((name) => table.fields[name]?.kind === 'derived')
  return Object.fromEntries(Object.entries(record).filter(([name]) => !derived.includes(name)))
}

const references = (table: ConfigurationTable) =>
  storedFields(table).filter((entry): entry is [string, Reference] => entry[1].kind === 'reference')

/** Returns the stored fields of an exported record in a form that is equal on every database: references are names. */
export function comparable(table: ConfigurationTable, record: FileRecord): FileRecord {
  return Object.fromEntries(
    storedFields(table).map(([name, field]) => {
      const value = record[name]
      if (field.kind === 'reference' && typeof value === 'object' && value !== null) {
        const [targetField = 'name'] = Object.keys(field.by ?? {})
        return [name, (value as FileRecord)[targetField]]
      }
      return [name, field.kind === 'text' && field.caseless === true ? String(value).toLowerCase() : value]
    }),
  )
}
