import type { ColumnValue } from '@plinth/kernel'
import type { ConfigurationTable, Field, Reference, Text } from '@plinth/kernel/contracts'
import { canonicalName, didYouMean, isLongerThan, isStorable } from '@plinth/kernel/tools'
import { columnOf, matchOf } from '../table-fields.js'
import { storedTimestamp } from '../timestamp.js'
import { type FileRecord, nameIn, quoted, RecordProblem } from './file-record.js'

/** Values by column. */
export type Values = Record<string, ColumnValue>

const MAX_INTEGER = 2 ** 31 - 1
/** Maximum number of unknown names for which a suggestion is computed. */
export const MAX_SUGGESTED_NAMES = 20

/** Reads the values of a record without the database. */
export type ReadValues = (record: FileRecord) => Values | RecordProblem

type Reader = (record: FileRecord, values: Values) => string | undefined

/** Compiles a reader that checks types and limits, from the description of a table. */
export function compileValues(table: ConfigurationTable, newIdentifier: () => string): ReadValues {
  const known = knownFields(table)
  const readers = Object.entries(table.fields).flatMap(
    ([name, field]) => readerOf(name, field, table, newIdentifier) ?? [],
  )
  const unknown = unknownFields(known)
  return (record) => {
    for (const name of Object.keys(record)) {
      if (!known.has(name)) return unknown(name)
    }
    const values: Values = {}
    for (const read of readers) {
      const reason = read(record, values)
      if (reason !== undefined) return new RecordProblem(reason)
    }
    return values
  }
}

/**
 * Returns a function that reports an unknown field with a suggestion, for some names only: a file may have a million.
 */
function unknownFields(known: ReadonlySet<string>): (name: string) => RecordProblem {
  const problems = new Map<string, RecordProblem>()
  return (name) => {
    const before = problems.get(name)
    if (before) return before
    const meant = problems.size < MAX_SUGGESTED_NAMES ? didYouMean(name, known) : ''
    const problem = new RecordProblem(`unknown field ${quoted(name)}${meant && `.${meant}`}`)
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
): Reader | undefined {
  switch (field.kind) {
    case 'text':
      return textReader(name, field, { newIdentifier, mayBeEmpty: !table.unique?.includes(name) })
    case 'number':
    case 'integer':
    case 'boolean':
    case 'timestamp':
      return plainReader(name, field)
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

function textReader(name: string, field: Text, { newIdentifier, mayBeEmpty }: TextReaderOptions): Reader {
  const column = columnOf(name, field)
  return (record, values) => {
    const text = record[name] === undefined ? absentText(record, field, newIdentifier) : record[name]
    if (text === undefined || text === null) {
      if (!field.nullable) return text === null ? `${name} must be a text` : `${name} is missing`
      values[column] = null
      return undefined
    }
    const objection = text === '' && !mayBeEmpty ? `${name} is empty` : textObjection(name, text, field)
    if (objection !== undefined) return objection
    values[column] = field.caseless === true ? canonicalName(text as string) : (text as string)
    if (typeof field.caseless === 'string') values[field.caseless] = canonicalName(text as string)
    return undefined
  }
}

function absentText(record: FileRecord, field: Text, newIdentifier: () => string): unknown {
  if (field.default === 'generated-identifier') return newIdentifier()
  return typeof field.default === 'object' ? record[field.default.field] : field.default
}

function textObjection(name: string, text: unknown, { max, pattern }: Text): string | undefined {
  if (typeof text !== 'string') return `${name} must be a text`
  if (isLongerThan(text, max)) return `${name} is longer than ${max} characters`
  if (!isStorable(text)) return `${name} holds a character that cannot be stored`
  return pattern && !pattern[0].test(text) ? `${name} ${pattern[1]}` : undefined
}

type PlainField = Extract<Field, { kind: 'number' | 'integer' | 'boolean' | 'timestamp' }>

function plainReader(name: string, field: PlainField): Reader {
  const column = columnOf(name, field)
  const fallback = 'default' in field ? field.default : undefined
  return (record, values) => {
    const said = record[name] === undefined ? fallback : record[name]
    if (said === undefined || said === null) {
      if (!field.nullable) return said === null ? `${name} must be ${KINDS[field.kind]}` : `${name} is missing`
      values[column] = null
      return undefined
    }
    if (field.kind === 'number' && isInfinite(said)) return `${name} is beyond what a double can hold`
    const value = storedValue(field.kind, said)
    if (value === undefined) return `${name} must be ${KINDS[field.kind]}`
    values[column] = value
    return undefined
  }
}

const KINDS: Readonly<Record<PlainField['kind'], string>> = {
  number: 'a number',
  integer: 'a whole number of at most 32 bits',
  boolean: 'true or false',
  timestamp: 'a timestamp such as "12/31/2026, 23:59:59.000000"',
}

/** Whether a number exceeds the range of a double; JSON.parse returns infinity for it. */
function isInfinite(said: unknown): boolean {
  return said === Number.POSITIVE_INFINITY || said === Number.NEGATIVE_INFINITY
}

function storedValue(kind: PlainField['kind'], said: unknown): ColumnValue | undefined {
  switch (kind) {
    case 'number':
      return typeof said === 'number' && Number.isFinite(said) ? said : undefined
    case 'integer':
      return Number.isInteger(said) && Math.abs(said as number) <= MAX_INTEGER ? (said as number) : undefined
    case 'boolean':
      return typeof said === 'boolean' ? said : undefined
    case 'timestamp':
      return typeof said === 'string' ? storedTimestamp(said) : undefined
  }
}

/** Checks only that the reference names something; a query resolves it later. */
function referenceReader(name: string, field: Reference): Reader {
  const parts = matchOf(name, field).map(([, ours]) => ours)
  return (record, values) => {
    values[field.column] = null
    for (const part of parts) {
      const said = record[part]
      if (said !== undefined && said !== null && nameIn(said) === undefined)
        return `${part} must be a text or an object with a name`
    }
    if (field.alias !== undefined && record[field.alias] !== undefined && nameIn(record[field.alias]) === undefined) {
      return `${field.alias} must be a text or an object with a name`
    }
    if (record[name] === null && !field.nullable) return `${name} must be a text or an object with a name`
    return undefined
  }
}
