import type { FileRecord, Tables } from './configuration.js'
import {
  type FieldModel,
  GENERATED,
  isObject,
  nameOf,
  referencesOf,
  TABLES,
  type TableModel,
  tableOf,
  targetFieldsOf,
} from './table-models.js'

/** The step of an import at which a record failed. */
export type Step = 'not an object' | 'no key' | 'wrong value' | 'unknown reference' | 'conflict' | 'above the caller'

/** A problem of a record: all strings that its error line must contain. */
export type Problem = readonly string[]

/** The result for a record. If several problems occur in the same step, the error line reports one of them. */
export type Verdict =
  | { readonly kind: 'imported'; readonly row: FileRecord }
  | { readonly kind: 'skipped' }
  | { readonly kind: 'error'; readonly step: Step; readonly name: string; readonly problems: readonly Problem[] }

/** Models an import: checks records one by one, in the order that docs/configuration-files.md describes. */
export class ConfigurationModel {
  readonly rows: Tables
  readonly #callerLevel: number

  /** `rows` are the existing rows as exported, without their numeric ids. */
  constructor(rows: Tables, callerLevel: number) {
    this.rows = Object.fromEntries(Object.keys(TABLES).map((name) => [name, [...(rows[name] ?? [])]]))
    this.#callerLevel = callerLevel
  }

  /** Returns the result for each record of a file's known tables. */
  import(data: Readonly<Record<string, unknown>>): ReadonlyMap<string, readonly Verdict[]> {
    const present = Object.keys(TABLES).filter((name) => Array.isArray(data[name]))
    return new Map(
      present.map((name) => [
        name,
        (data[name] as unknown[]).map((record, i) => this.#importRecord(name, record, i + 1)),
      ]),
    )
  }

  #importRecord(name: string, record: unknown, position: number): Verdict {
    const verdict = this.#verdictOf(name, record, position)
    if (verdict.kind === 'imported') this.rows[name]?.push(verdict.row)
    return verdict
  }

  #verdictOf(name: string, record: unknown, position: number): Verdict {
    const table = tableOf(name)
    const unnamed = `record ${position}`
    if (!isObject(record)) return failed('not an object', unnamed, [['not an object']])
    const key = table.key.map((field) => nameOf(record[field]) ?? '')
    const emptyKeyFields = table.key.filter((_, i) => key[i] === '')
    if (emptyKeyFields.length > 0) {
      const partsBeforeEmpty = key.slice(0, key.indexOf(''))
      return failed('no key', labelOf(partsBeforeEmpty) || unnamed, [emptyKeyFields.slice(0, 1)])
    }
    if (this.#find(name, table.key, key)) return { kind: 'skipped' }

    const given = { ...table.defaults(record), ...record }
    const targets = this.#targets(table, given)
    const steps: [Step, () => Problem[]][] = [
      ['wrong value', () => wrongValues(table, record, given)],
      ['unknown reference', () => this.#unknownReferences(table, given, targets)],
      ['conflict', () => this.#conflicts(name, given)],
      ['above the caller', () => this.#privilegeProblems(table, rowOf(table, given, targets))],
    ]
    for (const [step, check] of steps) {
      const problems = check()
      if (problems.length > 0) return failed(step, labelOf(key), problems)
    }
    return { kind: 'imported', row: rowOf(table, given, targets) }
  }

  #find(name: string, fields: readonly string[], texts: readonly string[]): FileRecord | undefined {
    const matches = (row: FileRecord) => fields.every((field, i) => isSame(name, field, nameOf(row[field]), texts[i]))
    return this.rows[name]?.find(matches)
  }

  /** Returns the rows that a record refers to, by field. */
  #targets(table: TableModel, given: FileRecord): Record<string, FileRecord | undefined> {
    const found = referencesOf(table).map(([field, model]) => {
      const pairs = Object.entries(targetFieldsOf(field, model))
      const targetFields = pairs.map(([, targetField]) => targetField)
      const texts = pairs.map(([ownField]) => nameOf(given[ownField]) ?? '')
      return [field, this.#find(model.to ?? '', targetFields, texts)] as const
    })
    return Object.fromEntries(found)
  }

  #unknownReferences(
    table: TableModel,
    given: FileRecord,
    targets: Readonly<Record<string, FileRecord | undefined>>,
  ): Problem[] {
    return referencesOf(table).flatMap(([field, model]): Problem[] => {
      const targetName = nameOf(given[field])
      const others = Object.keys(targetFieldsOf(field, model)).filter(
        (ownField) => ownField !== field && nameOf(given[ownField]),
      )
      if (targetName === undefined || targetName === model.none) {
        if (others.length > 0)
          return [[`${others[0]} "${firstOf(nameOf(given[others[0] ?? '']) ?? '', 100)}`, `without ${field}`]]
        return model.nullable ? [] : [[`${field} is missing`]]
      }
      return targets[field] ? [] : [[`${field} "${firstOf(targetName, 100)}`, 'not found']]
    })
  }

  #conflicts(name: string, given: FileRecord): Problem[] {
    const { unique } = tableOf(name)
    return unique
      .filter((field) => given[field] !== GENERATED && this.#find(name, [field], [String(given[field])]))
      .map((field) => [`${field} "${String(given[field])}"`, 'in use'])
  }

  #privilegeProblems({ level }: TableModel, row: FileRecord): Problem[] {
    const value = level?.of(row)
    if (level === undefined || Number(value) >= this.#callerLevel) return []
    return [[`${level.path} ${value}`, 'more privileged']]
  }
}

function failed(step: Step, name: string, problems: readonly Problem[]): Verdict {
  return { kind: 'error', step, name, problems }
}

function labelOf(key: readonly string[]): string {
  return key.map((part) => ([...part].length > 255 ? `${firstOf(part, 255)}…` : part)).join(' / ')
}

function firstOf(text: string, characters: number): string {
  return [...text].slice(0, characters).join('')
}

function isSame(table: string, field: string, one: string | undefined, other: string | undefined): boolean {
  if (one === undefined || other === undefined) return false
  return tableOf(table).fields[field]?.caseless ? canonical(one) === canonical(other) : one === other
}

function canonical(name: string): string {
  return name.normalize('NFKC').toLowerCase()
}

function wrongValues(table: TableModel, record: FileRecord, given: FileRecord): Problem[] {
  const allowed = new Set([...Object.keys(table.fields), ...Object.keys(table.alias ?? {}), ...table.ignored])
  for (const model of Object.values(table.fields))
    for (const ownField of Object.keys(model.targetFields ?? {})) allowed.add(ownField)
  const unknown = Object.keys(record).filter((field) => !allowed.has(field))
  const wrong = Object.entries(table.fields).flatMap(([field, model]) => wrongValue(table, field, model, given))
  const wrongAlias = Object.keys(table.alias ?? {}).filter(
    (alias) => alias in record && nameOf(record[alias]) === undefined,
  )
  return [...unknown.map((field) => [`unknown field "${field}"`]), ...wrong, ...wrongAlias.map((alias) => [alias])]
}

function wrongValue(table: TableModel, field: string, model: FieldModel, given: FileRecord): Problem[] {
  if (model.kind === 'reference') return wrongNames(field, model, given)
  const value = given[field]
  if (value === undefined) return model.nullable ? [] : [[`${field} is missing`]]
  if (value === null) return model.nullable ? [] : [[`${field} must be`]]
  if (!IS_OF_KIND[model.kind](value)) return [[`${field} must be`]]
  return typeof value === 'string' && model.kind === 'text' ? wrongText(table, field, model, value) : []
}

function wrongNames(field: string, model: FieldModel, given: FileRecord): Problem[] {
  const isWrong = (ownField: string) => {
    const value = given[ownField]
    if (value === undefined) return false
    return value === null ? ownField === field && !model.nullable : nameOf(value) === undefined
  }
  return Object.keys(targetFieldsOf(field, model))
    .filter(isWrong)
    .map((ownField) => [`${ownField} must be`])
}

function wrongText(table: TableModel, field: string, { max = 0, pattern }: FieldModel, value: string): Problem[] {
  if (value === '' && table.unique.includes(field)) return [[`${field} is empty`]]
  if ([...value].length > max) return [[`${field} is longer than ${max}`]]
  if (value.includes('\0') || !value.isWellFormed()) return [[field, 'cannot be stored']]
  return pattern && !pattern[0].test(value) ? [[`${field} ${pattern[1]}`]] : []
}

const IS_OF_KIND: Readonly<Record<FieldModel['kind'], (value: unknown) => boolean>> = {
  text: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  integer: (value) => Number.isInteger(value) && Math.abs(value as number) < 2 ** 31,
  boolean: (value) => typeof value === 'boolean',
  timestamp: (value) => typeof value === 'string' && isTimestamp(value),
  reference: () => true,
}

function isTimestamp(value: string): boolean {
  const [, month, day, year, time] = value.match(/^(\d\d)\/(\d\d)\/(\d{4}), (\d\d:\d\d:\d\d)\.\d{6}$/) ?? []
  const at = new Date(`${year}-${month}-${day}T${time}Z`)
  return !Number.isNaN(at.getTime()) && at.getUTCDate() === Number(day)
}

/** Returns a record as it is exported. */
function rowOf(
  table: TableModel,
  given: FileRecord,
  targets: Readonly<Record<string, FileRecord | undefined>>,
): FileRecord {
  const values = Object.entries(table.fields).map(([field, model]) => [
    field,
    storedValue(field, model, given, targets),
  ])
  return { ...Object.fromEntries(values), ...table.derived?.(targets) }
}

function storedValue(
  field: string,
  model: FieldModel,
  given: FileRecord,
  targets: Readonly<Record<string, FileRecord | undefined>>,
): unknown {
  const value = given[field] ?? null
  if (model.kind !== 'reference') return model.canonical ? canonical(String(value)) : value
  const target = targets[field]
  if (model.whole) return target ?? null
  return target?.[Object.values(targetFieldsOf(field, model))[0] ?? ''] ?? model.none ?? null
}
