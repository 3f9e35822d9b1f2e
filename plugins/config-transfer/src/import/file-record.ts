import type { ConfigurationTable, Reference } from '@plinth/kernel/contracts'
import { shortened } from '@plinth/kernel/tools'
import { matchOf } from '../table-fields.js'

/** A record of a file, unchecked. */
export type FileRecord = Readonly<Record<string, unknown>>

/** The values by which a record is found, one for each compared field. */
export type NaturalKey = readonly string[]

/** What a reference names: another record by its key, nothing, or an error. */
export type Named = NamedRecord | 'nothing' | RecordProblem

/** Another record that a reference names. */
export interface NamedRecord {
  readonly key: NaturalKey
  /** Equal for keys of the same record. */
  readonly text: string
}

/** Longer values are truncated in an error line. */
const MAX_VALUE_CHARACTERS = 100

/** The reason why a record cannot be imported, which follows its name in an error line. */
export class RecordProblem {
  readonly reason: string

  constructor(reason: string) {
    this.reason = reason
  }
}

/** Quotes a value for an error line. */
export function quoted(text: string): string {
  return `"${shortened(text, MAX_VALUE_CHARACTERS)}"`
}

/** Returns the name in a reference value: the string itself or its `name`; `undefined` if there is none. */
export function nameIn(value: unknown): string | undefined {
  if (typeof value === 'string') return value
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  return Object.hasOwn(value, 'name') && 'name' in value && typeof value.name === 'string' ? value.name : undefined
}

/** Compiles a function that reads what a reference of a record names. */
export function compileNamed(
  name: string,
  table: ConfigurationTable,
  textOf: (key: NaturalKey) => string,
): (record: FileRecord) => Named {
  const reference = table.fields[name] as Reference
  const ours = matchOf(name, reference).map(([, field]) => field)
  const said = ours.map((field) => compileSaid(field, table))
  const own = ours.indexOf(name)
  return (record) => {
    const texts = said.map((saidIn) => nameIn(saidIn(record)))
    const ownText = texts[own]
    const isNothing = ownText === undefined || (reference.none !== undefined && ownText === reference.none)
    if (!isNothing) {
      const key = texts.map((text) => text ?? '')
      return { key, text: textOf(key) }
    }
    const other = texts.findIndex((text, index) => index !== own && text)
    return other < 0
      ? 'nothing'
      : new RecordProblem(`${ours[other]} ${quoted(texts[other] ?? '')} is given without ${name}`)
  }
}

/** Creates the problem of a reference to a missing record. */
export function notFound(name: string, reference: Reference, key: NaturalKey): RecordProblem {
  const parts = matchOf(name, reference).map(([, ours], index) => `${ours} ${quoted(key[index] ?? '')}`)
  return new RecordProblem(`${parts.join(' of ')} not found`)
}

/**
 * Returns the value of a unique field, given or by default; `undefined` if there is none or it will be generated.
 */
export function uniqueText(name: string, record: FileRecord, table: ConfigurationTable): string | undefined {
  const field = table.fields[name]
  const said = record[name]
  const isDefault = said === undefined && field?.kind === 'text' && typeof field.default === 'object'
  const text = isDefault ? record[field.default.field] : said
  return typeof text === 'string' ? text : undefined
}

/** Compiles a function that reads a field of a reference: by its name, its alias or its default. */
function compileSaid(name: string, table: ConfigurationTable): (record: FileRecord) => unknown {
  const field = table.fields[name]
  if (field?.kind !== 'reference') return (record) => record[name]
  const { alias, default: otherwise } = field
  return (record) => {
    if (record[name] !== undefined) return record[name]
    if (alias !== undefined && record[alias] !== undefined) return record[alias]
    return typeof otherwise === 'object' ? record[otherwise.field] : otherwise
  }
}
