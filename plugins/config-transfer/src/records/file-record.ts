import type { ConfigurationTable, Reference } from '@plinth/kernel/contracts'
import { truncate } from '@plinth/kernel/tools'
import { fieldOfDefault, matchedFields } from '../tables/table-fields.js'

/** An unchecked record of a file. */
export type FileRecord = Readonly<Record<string, unknown>>

/** The values that identify a record, in the order of the key of its table. */
export type NaturalKey = readonly string[]

/** The record that a reference points to; `'none'` if the reference is empty; or the reason why it is invalid. */
export type ReferenceTarget = TargetRecord | 'none' | RecordProblem

/** The record that a reference points to. */
export interface TargetRecord {
  readonly key: NaturalKey
  /** Canonical text of the key; identical for all spellings of the same key. */
  readonly keyText: string
}

/** Longer values are truncated in an error line. */
const MAX_VALUE_CHARACTERS = 100

/** The reason why a record cannot be imported. In an error line it follows the name of the record. */
export class RecordProblem {
  readonly reason: string

  constructor(reason: string) {
    this.reason = reason
  }
}

/** The problem of a record that its source has already contained. */
export const REPEATED_RECORD = new RecordProblem('is there more than once')

/** Quotes a value for an error line. */
export function quoted(text: string): string {
  return `"${truncate(text, MAX_VALUE_CHARACTERS)}"`
}

/** Returns the name in a reference value: the string itself or its `name`; `undefined` if there is none. */
export function nameOfReference(value: unknown): string | undefined {
  if (typeof value === 'string') return value
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  return Object.hasOwn(value, 'name') && 'name' in value && typeof value.name === 'string' ? value.name : undefined
}

/** Returns a function that determines which record a reference field points to. */
export function targetReader(
  name: string,
  table: ConfigurationTable,
  keyTextOf: (key: NaturalKey) => string,
): (record: FileRecord) => ReferenceTarget {
  const reference = table.fields[name] as Reference
  const fields = matchedFields(name, reference).map(([, ownField]) => ownField)
  const readers = fields.map((field) => rawValueReader(field, table))
  const ownIndex = fields.indexOf(name)
  return (record) => {
    const texts = readers.map((read) => nameOfReference(read(record)))
    const ownText = texts[ownIndex]
    const isEmpty = ownText === undefined || (reference.none !== undefined && ownText === reference.none)
    if (!isEmpty) {
      const key = texts.map((text) => text ?? '')
      return { key, keyText: keyTextOf(key) }
    }
    const other = texts.findIndex((text, index) => index !== ownIndex && text)
    return other < 0
      ? 'none'
      : new RecordProblem(`${fields[other]} ${quoted(texts[other] ?? '')} is given without ${name}`)
  }
}

/** Creates the problem of a reference to a missing record. */
export function notFoundProblem(name: string, reference: Reference, key: NaturalKey): RecordProblem {
  const parts = matchedFields(name, reference).map(([, ownField], index) => `${ownField} ${quoted(key[index] ?? '')}`)
  return new RecordProblem(`${parts.join(' of ')} not found`)
}

/**
 * Returns the value of a unique field, or its default; `undefined` if there is neither or the value will be generated.
 */
export function uniqueValueOf(name: string, record: FileRecord, table: ConfigurationTable): string | undefined {
  const field = table.fields[name]
  const other = field?.kind === 'text' ? fieldOfDefault(field) : undefined
  const value = record[name] === undefined && other !== undefined ? record[other] : record[name]
  return typeof value === 'string' ? value : undefined
}

/** Returns a function that reads a field from a record. A reference falls back to its alias, then to its default. */
function rawValueReader(name: string, table: ConfigurationTable): (record: FileRecord) => unknown {
  const field = table.fields[name]
  if (field?.kind !== 'reference') return (record) => record[name]
  const { alias, default: fallback } = field
  return (record) => {
    if (record[name] !== undefined) return record[name]
    if (alias !== undefined && record[alias] !== undefined) return record[alias]
    return typeof fallback === 'object' ? record[fallback.field] : fallback
  }
}

/** Creates the problem of a record whose value in a unique field is that of another record. */
export function inUseProblem({ name, value }: { name: string; value: string }): RecordProblem {
  return new RecordProblem(`${name} ${quoted(value)} is in use by another record`)
}
