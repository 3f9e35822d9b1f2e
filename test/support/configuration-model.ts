import type { FileRecord, Tables } from './configuration.js'

/** What a field of a record may hold, as CONFIG_TABLES.md has it. */
export interface FieldModel {
  readonly kind: 'text' | 'number' | 'integer' | 'boolean' | 'moment' | 'reference'
  readonly max?: number
  /** May be null; absent is null, unless the table has a default. */
  readonly nullable?: true
  /** Texts that are one in this form are one. */
  readonly caseless?: true
  /** Kept in that form. */
  readonly canonical?: true
  /** What a text must look like, and how an error line says that. */
  readonly pattern?: readonly [RegExp, rule: string]
  /** The table that a reference is to. */
  readonly to?: string
  /** Which fields of this record tell which of that table, when it is not this one's and the name. */
  readonly by?: Readonly<Record<string, string>>
  /** Given back whole, and not as a name. */
  readonly whole?: true
  /** How a file says and is told that a reference is to nothing. */
  readonly none?: ''
}

/** A table of the document, as CONFIG_TABLES.md has it. */
export interface TableModel {
  readonly key: readonly string[]
  readonly unique: readonly string[]
  readonly fields: Readonly<Record<string, FieldModel>>
  /** What a file may hold and nobody reads. */
  readonly ignored: readonly string[]
  /** What absent fields become. */
  readonly defaults: (record: FileRecord) => FileRecord
  /** What a record is given back with, over its own fields. */
  readonly derived?: (targets: Readonly<Record<string, FileRecord | undefined>>) => FileRecord
  /** Another name for a field. */
  readonly alias?: Readonly<Record<string, string>>
  /** Where the level is that may not be above the caller's. */
  readonly level?: { readonly named: string; readonly of: (row: FileRecord) => unknown }
}

/** What stands for an identifier that was generated. */
export const GENERATED = '<generated>'

const text = (max: number, more: Partial<FieldModel> = {}): FieldModel => ({ kind: 'text', max, ...more })
const to = (table: string, more: Partial<FieldModel> = {}): FieldModel => ({ kind: 'reference', to: table, ...more })
const nullable = { nullable: true } as const
const caseless = { caseless: true } as const
const generated = () => ({ identifier: GENERATED })
const named = (more: Partial<TableModel> = {}): TableModel => ({
  key: ['name'],
  unique: [],
  ignored: ['id'],
  defaults: () => ({}),
  ...more,
  fields: { name: text(255), ...more.fields },
})

/** In an order in which whatever is referred to comes first. */
export const TABLES: Readonly<Record<string, TableModel>> = {
  Manufacturer: named(),
  Segment: named({ key: ['name', 'manufacturer'], fields: { manufacturer: to('Manufacturer', { whole: true }) } }),
  Variables: named(),
  Units: named({ unique: ['unit'], fields: { variable: to('Variables'), unit: text(255) } }),
  DataTypes: named(),
  Tags: named({
    unique: ['id', 'display_name'],
    ignored: ['variable'],
    fields: {
      id: text(128),
      unit: to('Units', { by: { unit: 'unit' } }),
      data_type: to('DataTypes'),
      description: text(256, nullable),
      display_name: text(255),
      display_unit: to('Units', { by: { display_unit: 'unit' } }),
      opcua_address: text(1024, nullable),
      opcua_client_name: text(255, nullable),
      node_namespace: text(1024, nullable),
      scan_time: { kind: 'integer', ...nullable },
      dead_band: { kind: 'number', ...nullable },
      kp: { kind: 'number', ...nullable },
      active: { kind: 'boolean' },
      process_filter: { kind: 'boolean' },
      gaussian_filter: { kind: 'boolean' },
      gaussian_filter_threshold: { kind: 'number' },
      gaussian_filter_r_value: { kind: 'number' },
      out_of_range_detection: { kind: 'boolean' },
      frozen_data_detection: { kind: 'boolean' },
      outlier_detection: { kind: 'boolean' },
      segment: to('Segment', { by: { segment: 'name', manufacturer: 'manufacturer' }, ...nullable, none: '' }),
    },
    defaults: ({ name, unit, display_unit }) => ({
      id: GENERATED,
      display_name: name,
      unit: display_unit,
      display_unit: unit,
      active: true,
      process_filter: false,
      gaussian_filter: false,
      gaussian_filter_threshold: 1,
      gaussian_filter_r_value: 0,
      out_of_range_detection: false,
      frozen_data_detection: false,
      outlier_detection: false,
    }),
    derived: ({ unit, segment }) => ({
      variable: unit?.variable,
      manufacturer: nameOf(segment?.manufacturer) ?? '',
    }),
  }),
  AlarmTypes: named({ fields: { name: text(255, caseless) } }),
  AlarmStates: named({ fields: { mnemonic: text(255), condition: text(255), status: text(255) } }),
  Alarms: named({
    unique: ['identifier'],
    ignored: [],
    fields: {
      name: text(128),
      identifier: text(128),
      tag: to('Tags'),
      alarm_type: to('AlarmTypes'),
      trigger_value: { kind: 'number' },
      description: text(256, nullable),
      state: to('AlarmStates'),
      timestamp: { kind: 'moment', ...nullable },
    },
    defaults: ({ trigger_type }) => ({ ...generated(), alarm_type: trigger_type, state: 'Normal' }),
    alias: { trigger_type: 'alarm_type' },
  }),
  Roles: named({
    unique: ['identifier'],
    fields: {
      name: text(32, {
        ...caseless,
        canonical: true,
        pattern: [/^[a-z0-9]([\w .-]*[a-z0-9])?$/i, 'may only have letters'],
      }),
      identifier: text(128),
      level: { kind: 'integer' },
    },
    defaults: generated,
    level: { named: 'level', of: ({ level }) => level },
  }),
  Users: named({
    key: ['username'],
    unique: ['email', 'identifier'],
    ignored: ['id', 'password'],
    fields: {
      username: text(64, { ...caseless, pattern: [/^[A-Za-z0-9._@-]+$/, 'may only have letters'] }),
      identifier: text(128),
      email: text(128, { ...caseless, pattern: [/^\S+@\S+$/, 'must be an e-mail address'] }),
      role: to('Roles', { whole: true }),
      name: text(64, nullable),
      lastname: text(64, nullable),
    },
    defaults: generated,
    level: { named: 'role.level', of: ({ role }) => (role as FileRecord).level },
  }),
  OPCUA: {
    ...named(),
    key: ['client_name'],
    ignored: [],
    fields: { client_name: text(255), host: text(1024), port: { kind: 'integer' } },
  },
  AccessType: named(),
  OPCUAServer: named({
    unique: ['namespace'],
    fields: { namespace: text(1024), access_type: to('AccessType', { whole: true, ...nullable }) },
  }),
  Machines: named({
    unique: ['identifier'],
    fields: {
      identifier: text(128),
      interval: { kind: 'number' },
      description: text(256),
      classification: text(255),
      buffer_size: { kind: 'integer' },
      buffer_roll_type: text(255),
      criticity: { kind: 'integer' },
      priority: { kind: 'integer' },
      threshold: { kind: 'number', ...nullable },
      on_delay: { kind: 'number', ...nullable },
    },
    defaults: () => ({
      ...generated(),
      interval: 1,
      description: '',
      classification: '',
      buffer_size: 100,
      buffer_roll_type: 'FIFO',
      criticity: 0,
      priority: 0,
    }),
  }),
  TagsMachines: {
    ...named(),
    key: ['machine', 'tag'],
    ignored: [],
    fields: {
      machine: to('Machines', { whole: true }),
      tag: to('Tags', { whole: true }),
      default_tag_name: text(255, nullable),
    },
  },
}

/** The step at which a record failed. */
export type Step = 'not an object' | 'no key' | 'wrong value' | 'unknown reference' | 'clash' | 'above the caller'

/** A thing that is wrong with a record: everything that an error line must say of it. */
export type Problem = readonly string[]

/** What becomes of a record. Several things may be wrong with it at one step; the line says one of them. */
export type Verdict =
  | { readonly kind: 'imported'; readonly row: FileRecord }
  | { readonly kind: 'skipped' }
  | { readonly kind: 'error'; readonly step: Step; readonly name: string; readonly problems: readonly Problem[] }

/** Judges one record after the other, in the order of docs/configuration-files.md. */
export class ConfigurationModel {
  readonly rows: Tables
  readonly #callerLevel: number

  /** `rows` are those that are there: exported, without numbers. */
  constructor(rows: Tables, callerLevel: number) {
    this.rows = Object.fromEntries(Object.keys(TABLES).map((name) => [name, [...(rows[name] ?? [])]]))
    this.#callerLevel = callerLevel
  }

  /** What becomes of each record of a file's known tables. */
  import(data: Readonly<Record<string, unknown>>): ReadonlyMap<string, readonly Verdict[]> {
    const present = Object.keys(TABLES).filter((name) => Array.isArray(data[name]))
    return new Map(
      present.map((name) => [name, (data[name] as unknown[]).map((record, i) => this.#take(name, record, i + 1))]),
    )
  }

  #take(name: string, record: unknown, place: number): Verdict {
    const verdict = this.#judge(name, record, place)
    if (verdict.kind === 'imported') this.rows[name]?.push(verdict.row)
    return verdict
  }

  #judge(name: string, record: unknown, place: number): Verdict {
    const table = tableOf(name)
    const unnamed = `record ${place}`
    if (!isObject(record)) return failed('not an object', unnamed, [['not an object']])
    const key = table.key.map((field) => nameOf(record[field]) ?? '')
    const keyless = table.key.filter((_, i) => key[i] === '')
    if (keyless.length > 0) return failed('no key', unnamed, [keyless.slice(0, 1)])
    if (this.#find(name, table.key, key)) return { kind: 'skipped' }

    const given = { ...table.defaults(record), ...record }
    const targets = this.#targets(table, given)
    const steps: [Step, () => Problem[]][] = [
      ['wrong value', () => wrongValues(table, record, given)],
      ['unknown reference', () => this.#unknownReferences(table, given, targets)],
      ['clash', () => this.#clashes(name, given)],
      ['above the caller', () => this.#excess(table, rowOf(table, given, targets))],
    ]
    for (const [step, look] of steps) {
      const problems = look()
      if (problems.length > 0) return failed(step, labelOf(key), problems)
    }
    return { kind: 'imported', row: rowOf(table, given, targets) }
  }

  #find(name: string, fields: readonly string[], texts: readonly string[]): FileRecord | undefined {
    const isIt = (row: FileRecord) => fields.every((field, i) => isSame(name, field, nameOf(row[field]), texts[i]))
    return this.rows[name]?.find(isIt)
  }

  /** The rows that a record refers to, by the field that does. */
  #targets(table: TableModel, given: FileRecord): Record<string, FileRecord | undefined> {
    const found = referencesOf(table).map(([field, model]) => {
      const by = Object.entries(byOf(field, model))
      const theirs = by.map(([, their]) => their)
      const texts = by.map(([our]) => nameOf(given[our]) ?? '')
      return [field, this.#find(model.to ?? '', theirs, texts)] as const
    })
    return Object.fromEntries(found)
  }

  #unknownReferences(
    table: TableModel,
    given: FileRecord,
    targets: Readonly<Record<string, FileRecord | undefined>>,
  ): Problem[] {
    return referencesOf(table).flatMap(([field, model]): Problem[] => {
      const said = nameOf(given[field])
      const others = Object.keys(byOf(field, model)).filter((our) => our !== field && nameOf(given[our]))
      if (said === undefined || said === model.none) {
        if (others.length > 0)
          return [[`${others[0]} "${nameOf(given[others[0] ?? ''])?.slice(0, 100)}`, `without ${field}`]]
        return model.nullable ? [] : [[`${field} is missing`]]
      }
      return targets[field] ? [] : [[`${field} "${said.slice(0, 100)}`, 'not found']]
    })
  }

  #clashes(name: string, given: FileRecord): Problem[] {
    const { unique } = tableOf(name)
    return unique
      .filter((field) => given[field] !== GENERATED && this.#find(name, [field], [String(given[field])]))
      .map((field) => [`${field} "${String(given[field])}"`, 'in use'])
  }

  #excess({ level }: TableModel, row: FileRecord): Problem[] {
    const value = level?.of(row)
    if (level === undefined || Number(value) >= this.#callerLevel) return []
    return [[`${level.named} ${value}`, 'more privileged']]
  }
}

/** The text by which a value names something. */
export function nameOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value
  return isObject(value) && typeof value.name === 'string' ? value.name : undefined
}

/** The fields of a record by which a reference tells what it means, and those of the other table that they equal. */
export function byOf(field: string, { by }: FieldModel): Readonly<Record<string, string>> {
  return by ?? { [field]: 'name' }
}

export function tableOf(name: string): TableModel {
  const table = TABLES[name]
  if (!table) throw new Error(`the model has no table ${name}`)
  return table
}

function referencesOf({ fields }: TableModel): [string, FieldModel][] {
  return Object.entries(fields).filter(([, { kind }]) => kind === 'reference')
}

function failed(step: Step, name: string, problems: readonly Problem[]): Verdict {
  return { kind: 'error', step, name, problems }
}

function labelOf(key: readonly string[]): string {
  return key.map((part) => (part.length > 255 ? `${part.slice(0, 255)}…` : part)).join(' / ')
}

function isObject(value: unknown): value is FileRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isSame(table: string, field: string, one: string | undefined, other: string | undefined): boolean {
  if (one === undefined || other === undefined) return false
  return tableOf(table).fields[field]?.caseless ? canonical(one) === canonical(other) : one === other
}

function canonical(name: string): string {
  return name.normalize('NFKC').toLowerCase()
}

function wrongValues(table: TableModel, record: FileRecord, given: FileRecord): Problem[] {
  const mine = new Set([...Object.keys(table.fields), ...Object.keys(table.alias ?? {}), ...table.ignored])
  for (const model of Object.values(table.fields)) for (const our of Object.keys(model.by ?? {})) mine.add(our)
  const unknown = Object.keys(record).filter((field) => !mine.has(field))
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
  const isWrong = (our: string) => {
    const value = given[our]
    if (value === undefined) return false
    return value === null ? our === field && !model.nullable : nameOf(value) === undefined
  }
  return Object.keys(byOf(field, model))
    .filter(isWrong)
    .map((our) => [`${our} must be`])
}

function wrongText(table: TableModel, field: string, { max = 0, pattern }: FieldModel, value: string): Problem[] {
  if (value === '' && table.unique.includes(field)) return [[`${field} is empty`]]
  if (value.length > max) return [[`${field} is longer than ${max}`]]
  if (value.includes('\0') || !value.isWellFormed()) return [[field, 'cannot be stored']]
  return pattern && !pattern[0].test(value) ? [[`${field} ${pattern[1]}`]] : []
}

const IS_OF_KIND: Readonly<Record<FieldModel['kind'], (value: unknown) => boolean>> = {
  text: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  integer: (value) => Number.isInteger(value) && Math.abs(value as number) < 2 ** 31,
  boolean: (value) => typeof value === 'boolean',
  moment: (value) => typeof value === 'string' && isMoment(value),
  reference: () => true,
}

function isMoment(value: string): boolean {
  const [, month, day, year, time] = value.match(/^(\d\d)\/(\d\d)\/(\d{4}), (\d\d:\d\d:\d\d)\.\d{6}$/) ?? []
  const at = new Date(`${year}-${month}-${day}T${time}Z`)
  return !Number.isNaN(at.getTime()) && at.getUTCDate() === Number(day)
}

/** A record as it is given back. */
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
  return target?.[Object.values(byOf(field, model))[0] ?? ''] ?? model.none ?? null
}
