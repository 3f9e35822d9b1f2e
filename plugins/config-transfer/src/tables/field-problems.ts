import type { ConfigurationTable, Derived, Field, Flag, Numeric, Reference, Text } from '@plinth/kernel/contracts'
import { didYouMean } from '@plinth/kernel/tools'
import { MAX_RECORD_BYTES } from '../document/document-scanner.js'
import { fieldOfDefault, matchedFields, referencesOf, targetFieldsOf } from './table-fields.js'

/** PostgreSQL truncates longer names. */
const MAX_NAME_BYTES = 63

type PartsOf<T> = Readonly<Record<Exclude<keyof T, 'kind'>, true>>

const TABLE_PARTS: PartsOf<ConfigurationTable> = {
  name: true,
  table: true,
  after: true,
  key: true,
  unique: true,
  privilege: true,
  mayBeUpdated: true,
  mayBeRemoved: true,
  maxRecords: true,
  fixedColumns: true,
  initialPassword: true,
  fields: true,
}
const STORED = { column: true, nullable: true } as const
const NUMERIC: PartsOf<Numeric> = { ...STORED, default: true }
const TEXT: PartsOf<Text> = { ...STORED, max: true, pattern: true, caseless: true, default: true }
const FLAG: PartsOf<Flag> = { ...STORED, default: true }
const REFERENCE: PartsOf<Reference> = {
  ...STORED,
  to: true,
  by: true,
  as: true,
  none: true,
  alias: true,
  default: true,
}
const DERIVED: PartsOf<Derived> = { through: true, field: true, none: true }
/** The options of a field, by its kind. */
const OPTIONS: Readonly<Record<Field['kind'], Readonly<Record<string, true>>>> = {
  'row-id': {},
  text: TEXT,
  number: NUMERIC,
  integer: NUMERIC,
  boolean: FLAG,
  timestamp: STORED,
  reference: REFERENCE,
  derived: DERIVED,
  ignored: {},
}

type Tables = readonly ConfigurationTable[]

/** Returns the problems with a table's fields and references, one sentence each. */
export function fieldProblems(table: ConfigurationTable, tables: Tables): string[] {
  const malformed = kindProblems(table)
  if (malformed.length > 0) return malformed
  return [
    ...nameProblems(table),
    ...sizeProblems(table),
    ...referencesOf(table).flatMap(([name, reference]) => referenceProblems(name, reference, table, tables)),
    ...derivedFieldProblems(table, tables),
    ...cycleProblems(table),
    ...defaultProblems(table),
    ...keyProblems(table),
  ]
}

/** Checks, for JavaScript callers, what the compiler checks for TypeScript. */
function kindProblems(table: ConfigurationTable): string[] {
  return [
    ...unknownPartProblems(`The configuration table "${table.name}"`, table, TABLE_PARTS),
    ...Object.entries(table.fields).flatMap(([name, field]) => fieldKindProblems(`"${table.name}.${name}"`, field)),
  ]
}

function fieldKindProblems(place: string, field: Partial<Field> | undefined): string[] {
  if (field?.kind === undefined || !Object.hasOwn(OPTIONS, field.kind))
    return [`${place} is not a field. Create it with field.text({ … }) or another function of field.`]
  const { kind, ...options } = field
  const unknown = unknownPartProblems(place, options, OPTIONS[kind])
  if (field.kind === 'text' && !isPositive(field.max))
    return [...unknown, `${place} needs "max", the maximum number of characters: a whole number.`]
  if (field.kind !== 'reference' || ['name', 'record', undefined].includes(field.as)) return unknown
  return [
    ...unknown,
    `${place} has "as": ${JSON.stringify(field.as)}. Write 'name' to export the name of the other record, or 'record' to export all of it.`,
  ]
}

const isPositive = (value: unknown) => Number.isInteger(value) && Number(value) > 0

/** Returns a problem for each part that would be ignored, such as a misspelt `privilege` that restricts nobody. */
function unknownPartProblems(place: string, parts: object, known: Readonly<Record<string, true>>): string[] {
  const unknown = Object.keys(parts).filter((part) => !Object.hasOwn(known, part))
  return unknown.map((part) => `${place} has "${part}", which it cannot have.${didYouMean(part, Object.keys(known))}`)
}

function nameProblems(table: ConfigurationTable): string[] {
  const named = [...table.key, ...(table.unique ?? [])].filter((name) => !table.fields[name])
  const unknown = named.map(
    (name) =>
      `The "key" or "unique" of the configuration table "${table.name}" names the field "${name}", which the table does not have.${didYouMeanField(name, table)}`,
  )
  const long = Object.keys(table.fields)
    .filter((name) => Buffer.byteLength(name) > MAX_NAME_BYTES)
    .map((name) => `"${table.name}.${name}" has a name of more than ${MAX_NAME_BYTES} bytes.`)
  return [...unknown, ...long]
}

/** Finds tables whose records could be exported, but might be too large to import. */
function sizeProblems({ name, fields }: ConfigurationTable): string[] {
  const maxima = Object.values(fields).map((field) => (field.kind === 'text' ? field.max : 0))
  const characters = maxima.reduce((total, max) => total + max, 0)
  return characters > MAX_RECORD_BYTES
    ? [
        `The text fields of "${name}" may have ${characters} characters in total, but a record in a file may have only ${MAX_RECORD_BYTES} bytes.`,
      ]
    : []
}

function referenceProblems(name: string, reference: Reference, table: ConfigurationTable, tables: Tables): string[] {
  const field = `"${table.name}.${name}"`
  const target = tables.find((other) => other.name === reference.to)
  if (!target) {
    const meant = didYouMean(
      reference.to,
      tables.map((other) => other.name),
    )
    return [`${field} refers to the configuration table "${reference.to}", which no plugin contributes.${meant}`]
  }
  return matchedFields(name, reference).flatMap(([targetField, ownField]) => [
    ...(target.fields[targetField]
      ? []
      : [
          `${field} is looked up by "${targetField}", which "${reference.to}" does not have.${didYouMeanField(targetField, target)}`,
        ]),
    ...(table.fields[ownField]
      ? []
      : [
          `${field} is looked up by its "${ownField}", which "${table.name}" does not have.${didYouMeanField(ownField, table)}`,
        ]),
  ])
}

function derivedFieldProblems(table: ConfigurationTable, tables: Tables): string[] {
  return Object.entries(table.fields).flatMap(([name, field]) => {
    if (field.kind !== 'derived') return []
    const through = table.fields[field.through]
    if (through?.kind !== 'reference') {
      const meant = through ? '' : didYouMeanField(field.through, table)
      return [`"${table.name}.${name}" is derived through "${field.through}", which is not a reference.${meant}`]
    }
    const target = tables.find((other) => other.name === through.to)
    if (!target || target.fields[field.field]) return []
    const meant = didYouMeanField(field.field, target)
    return [`"${table.name}.${name}" is derived from "${field.field}", which "${through.to}" does not have.${meant}`]
  })
}

/**
 * Finds fields whose value comes from another record of the same table, which has it from a third one, and so on. No
 * query could read them. A path through other tables cannot come back: references between tables must not form a cycle.
 */
function cycleProblems(table: ConfigurationTable): string[] {
  return Object.entries(table.fields).flatMap(([name, field]) => {
    const own = `"${table.name}.${name}"`
    if (field.kind === 'reference' && field.to === table.name && field.as === 'record')
      return [
        `${own} exports a whole record of its own table, which would contain another one, and so on endlessly. Use { as: 'name' }.`,
      ]
    if (!leadsBack(name, table)) return []
    const how = field.kind === 'reference' ? 'found by' : 'derived from'
    return [
      `${own} is ${how} "${fieldOfOther(name, table)}" of another record of "${table.name}", which leads back to ${own}. Name another field.`,
    ]
  })
}

function leadsBack(name: string, table: ConfigurationTable): boolean {
  const seen = new Set<string>()
  let next = fieldOfOther(name, table)
  while (next !== undefined && next !== name && !seen.has(next)) {
    seen.add(next)
    next = fieldOfOther(next, table)
  }
  return next === name
}

/** Returns the field of another record of the same table whose value a field has; `undefined` if it has its own. */
function fieldOfOther(name: string, { name: own, fields }: ConfigurationTable): string | undefined {
  const field = fields[name]
  if (field?.kind === 'reference') return field.to === own ? targetFieldsOf(name, field)[0] : undefined
  if (field?.kind !== 'derived') return undefined
  const through = fields[field.through]
  return through?.kind === 'reference' && through.to === own ? field.field : undefined
}

/** Checks defaults that are the value of another field of the record. */
function defaultProblems(table: ConfigurationTable): string[] {
  return Object.entries(table.fields).flatMap(([name, field]) => {
    const other = fieldOfDefault(field)
    if (other === undefined || table.fields[other]) return []
    const meant = didYouMeanField(other, table)
    return [
      `"${table.name}.${name}" has the field "${other}" as its default, which "${table.name}" does not have.${meant}`,
    ]
  })
}

/** Checks the key and unique fields, whose values come from the file: strings or, in the key, references. */
function keyProblems(table: ConfigurationTable): string[] {
  const keys = table.key
    .filter((name) => !['text', 'reference', undefined].includes(table.fields[name]?.kind))
    .map((name) => `"${table.name}.${name}" is part of the key, but neither a text nor a reference.`)
  const unique = (table.unique ?? [])
    .filter((name) => table.fields[name] && !canBeUnique(table.fields[name]))
    .map((name) => `"${table.name}.${name}" cannot be unique: only a text field without a constant default can.`)
  return [...keys, ...unique]
}

function canBeUnique(field: Field): boolean {
  return field.kind === 'text' && typeof field.default !== 'string'
}

const didYouMeanField = (name: string, { fields }: ConfigurationTable) => didYouMean(name, Object.keys(fields))
