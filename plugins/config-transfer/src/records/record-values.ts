import type { ColumnValue } from '@plinth/kernel'
import type { ConfigurationTable, Field, Reference, Text } from '@plinth/kernel/contracts'
import { canonicalName, didYouMean, isLongerThan, isStorable } from '@plinth/kernel/tools'
import { columnOf, matchedFields } from '../tables/table-fields.js'
import { storedTimestamp } from '../timestamp.js'
import { type FileRecord, nameOfReference, quoted, RecordProblem } from './file-record.js'

/** Values by column. */
export type Values = Record<string, ColumnValue>

/** The largest whole number that a file may set: it fits into a column of type integer on both databases. */
const MAX_INTEGER = 2 ** 31 - 1
/** Maximum number of unknown names for which a suggestion is computed. */
export const MAX_SUGGESTED_NAMES = 20

/**
 * Whether the row of a record has this value already. Such an integer may exceed `MAX_INTEGER`, because the column of a
 * host may be wider.
 */
export type IsStored = (name: string, value: unknown) => boolean

/** Checks a record without the database. Returns its values, or its first problem. */
export type ReadValues = (record: FileRecord, isStored: IsStored) => Values | RecordProblem

/** Adds the values of one field of a record. Returns the problem, if there is one. */
type FieldReader = (record: FileRecord, values: Values, isStored: IsStored) => string | undefined

/** Returns a function that reads the values of a record, and checks their types and limits. */
export function valuesReader(table: ConfigurationTable, newIdentifier: () => string): ReadValues {
  const known = knownFields(table)
  const readers = Object.entries(table.fields).flatMap(
    ([name, field]) => readerOf(name, field, table, newIdentifier) ?? [],
  )
  const unknownField = unknownFieldReporter(known)
  return (record, isStored) => {
    for (const name of Object.keys(record)) {
      if (!known.has(name)) return unknownField(name)
    }
    const values: Values = {}
    for (const read of readers) {
      const reason = read(record, values, isStored)
      if (reason !== undefined) return new RecordProblem(reason)
    }
    return values
  }
}

/**
 * Returns a function that reports an unknown field. It suggests a known name for the first unknown names only: a file
 * may have a million of them.
 */
function unknownFieldReporter(known: ReadonlySet<string>): (name: string) => RecordProblem {
  const problems = new Map<string, RecordProblem>()
  return (name) => {
    const cached = problems.get(name)
    if (cached) return cached
    const suggestion = problems.size < MAX_SUGGESTED_NAMES ? didYouMean(name, known) : ''
    const problem = new RecordProblem(`unknown field ${quoted(name)}${suggestion && `.${suggestion}`}`)
    if (problems.size < MAX_SUGGESTED_NAMES) problems.set(name, problem)
    return problem
  }
}

function knownFields(table: ConfigurationTable): ReadonlySet<string> {
  const aliases = Object.values(table.fields).flatMap((field) => (field.kind === 'reference' && field.alias) || [])
  return new Set([...Object.keys(table.fields), ...aliases])
}

function readerOf(
  name: string,
  field: Field,
  table: ConfigurationTable,
  newIdentifier: () => string,
): FieldReader | undefined {
  switch (field.kind) {
    case 'text':
      return textReader(name, field, { newIdentifier, mayBeEmpty: !table.unique?.includes(name) })
    case 'number':
    case 'integer':
    case 'boolean':
    case 'timestamp':
      return scalarReader(name, field)
    case 'reference':
      return referenceReader(name, field)
    default:
      return undefined
  }
}

interface TextReaderOptions {
  readonly newIdentifier: () => string
  /** False for unique fields. */
  readonly mayBeEmpty: boolean
}

function textReader(name: string, field: Text, { newIdentifier, mayBeEmpty }: TextReaderOptions): FieldReader {
  const column = columnOf(name, field)
  return (record, values) => {
    const text = record[name] === undefined ? defaultText(record, field, newIdentifier) : record[name]
    if (text === undefined || text === null) {
      if (!field.nullable) return text === null ? `${name} must be a string` : `${name} is missing`
      values[column] = null
      if (typeof field.caseless === 'string') values[field.caseless] = null
      return undefined
    }
    // Checks what will be stored, or its export could not be imported: the canonical form may be longer than the text
    const stored = field.caseless === true && typeof text === 'string' ? canonicalName(text) : text
    const problem = text === '' && !mayBeEmpty ? `${name} is empty` : textProblem(name, stored, field)
    if (problem !== undefined) return problem
    values[column] = stored as string
    if (typeof field.caseless === 'string') values[field.caseless] = canonicalName(text as string)
    return undefined
  }
}

function defaultText(record: FileRecord, field: Text, newIdentifier: () => string): unknown {
  if (typeof field.default !== 'object') return field.default
  return 'field' in field.default ? record[field.default.field] : newIdentifier()
}

function textProblem(name: string, text: unknown, { max, pattern }: Text): string | undefined {
  if (typeof text !== 'string') return `${name} must be a string`
  if (isLongerThan(text, max)) return `${name} is longer than ${max} characters`
  if (!isStorable(text)) return `${name} contains a character that cannot be stored`
  return pattern && !pattern[0].test(text) ? `${name} ${pattern[1]}` : undefined
}

type ScalarField = Extract<Field, { kind: 'number' | 'integer' | 'boolean' | 'timestamp' }>

function scalarReader(name: string, field: ScalarField): FieldReader {
  const column = columnOf(name, field)
  const fallback = 'default' in field ? field.default : undefined
  return (record, values, isStored) => {
    const raw = record[name] === undefined ? fallback : record[name]
    if (raw === undefined || raw === null) {
      if (!field.nullable) return raw === null ? `${name} must be ${EXPECTED[field.kind]}` : `${name} is missing`
      values[column] = null
      return undefined
    }
    if (field.kind === 'number' && isInfinite(raw)) return `${name} is too large for a double`
    const isUnchanged = field.kind === 'integer' && isStored(name, raw)
    const value = storedValue(field.kind, raw, isUnchanged ? Number.MAX_SAFE_INTEGER : MAX_INTEGER)
    if (value === undefined) return `${name} must be ${isUnchanged ? EXPECTED_OF_UNCHANGED : EXPECTED[field.kind]}`
    values[column] = value
    return undefined
  }
}

const EXPECTED: Readonly<Record<ScalarField['kind'], string>> = {
  number: 'a number',
  integer: 'a whole number from -2147483647 to 2147483647',
  boolean: 'true or false',
  timestamp: 'a timestamp such as "12/31/2026, 23:59:59.000000"',
}

/** A larger number would be rounded when it is written back. */
const EXPECTED_OF_UNCHANGED = 'a whole number from -9007199254740991 to 9007199254740991'

/** Whether a number exceeds the range of a double; JSON.parse returns infinity for it. */
function isInfinite(value: unknown): boolean {
  return value === Number.POSITIVE_INFINITY || value === Number.NEGATIVE_INFINITY
}

function storedValue(kind: ScalarField['kind'], value: unknown, maxInteger: number): ColumnValue | undefined {
  switch (kind) {
    case 'number':
      return typeof value === 'number' && Number.isFinite(value) ? value : undefined
    case 'integer':
      return Number.isInteger(value) && Math.abs(value as number) <= maxInteger ? (value as number) : undefined
    case 'boolean':
      return typeof value === 'boolean' ? value : undefined
    case 'timestamp':
      return typeof value === 'string' ? storedTimestamp(value) : undefined
  }
}

/** Checks only the types of the values in a reference, which a later query resolves. */
function referenceReader(name: string, field: Reference): FieldReader {
  const parts = matchedFields(name, field).map(([, ownField]) => ownField)
  return (record, values) => {
    values[field.column] = null
    for (const part of parts) {
      const value = record[part]
      if (value !== undefined && value !== null && nameOfReference(value) === undefined)
        return `${part} must be a string or an object with a name`
    }
    if (
      field.alias !== undefined &&
      record[field.alias] !== undefined &&
      nameOfReference(record[field.alias]) === undefined
    ) {
      return `${field.alias} must be a string or an object with a name`
    }
    if (record[name] === null && !field.nullable) return `${name} must be a string or an object with a name`
    return undefined
  }
}
