import type { ConfigurationTable, Reference } from '@plinth/kernel'
import { matchOf } from '../transfer-plan.js'

/** A record of a file, as it came. */
export type FileRecord = Readonly<Record<string, unknown>>

/** The texts by which a record is found, one for each field that is compared. */
export type NaturalKey = readonly string[]

/** What a reference of a record names: another record by its key, nothing, or something impossible. */
export type Named = { readonly key: NaturalKey } | 'nothing' | RecordProblem

/** Longer values are cut in an error line. */
const LONGEST_IN_LINE = 100

/** Why a record cannot be imported; said after its name in an error line. */
export class RecordProblem {
  readonly reason: string

  constructor(reason: string) {
    this.reason = reason
  }
}

/** A value as it is quoted in an error line. */
export function quoted(text: string): string {
  return `"${text.length > LONGEST_IN_LINE ? `${text.slice(0, LONGEST_IN_LINE)}…` : text}"`
}

/** The text by which a value names another record: itself, or its `name`; `undefined` when it names none. */
export function nameIn(value: unknown): string | undefined {
  if (typeof value === 'string') return value
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  return Object.hasOwn(value, 'name') && 'name' in value && typeof value.name === 'string' ? value.name : undefined
}

/** What a reference of a record names. */
export function namedBy(name: string, record: FileRecord, table: ConfigurationTable): Named {
  const reference = table.fields[name] as Reference
  const parts = matchOf(name, reference).map(([, ours]) => ({ ours, text: nameIn(saidIn(record, ours, table)) }))
  const own = parts.find(({ ours }) => ours === name)
  const isNothing = own?.text === undefined || (reference.none !== undefined && own.text === reference.none)
  if (!isNothing) return { key: parts.map(({ text }) => text ?? '') }
  const other = parts.find(({ ours, text }) => ours !== name && text)
  return other ? new RecordProblem(`${other.ours} ${quoted(other.text ?? '')} is given without ${name}`) : 'nothing'
}

/** Whether a reference names another record. */
export function isKey(named: Named): named is { readonly key: NaturalKey } {
  return named !== 'nothing' && !(named instanceof RecordProblem)
}

/** What is said of a reference that names a record which is not there. */
export function notFound(name: string, reference: Reference, key: NaturalKey): RecordProblem {
  const parts = matchOf(name, reference).map(([, ours], index) => `${ours} ${quoted(key[index] ?? '')}`)
  return new RecordProblem(`${parts.join(' of ')} not found`)
}

/** The text of a unique field, given or by default; `undefined` when it has none, or one that is generated and nobody's. */
export function uniqueText(name: string, record: FileRecord, table: ConfigurationTable): string | undefined {
  const field = table.fields[name]
  const said = record[name]
  const isDefault = said === undefined && field?.kind === 'text' && typeof field.default === 'object'
  const text = isDefault ? record[field.default.field] : said
  return typeof text === 'string' ? text : undefined
}

/** What a record says in a field that belongs to a reference: under its name or alias, or by its default. */
function saidIn(record: FileRecord, name: string, table: ConfigurationTable): unknown {
  const field = table.fields[name]
  if (field?.kind !== 'reference' || record[name] !== undefined) return record[name]
  if (field.alias !== undefined && record[field.alias] !== undefined) return record[field.alias]
  return typeof field.default === 'object' ? record[field.default.field] : field.default
}
