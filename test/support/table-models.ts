import type { FileRecord } from './configuration.js'

/** Describes the values of a field. */
export interface FieldModel {
  readonly kind: 'text' | 'number' | 'integer' | 'boolean' | 'timestamp' | 'reference'
  readonly max?: number
  /** Whether the field may be null. An absent field is null unless the table has a default. */
  readonly nullable?: true
  /** Whether strings are equal if they are in NFKC and lower case. */
  readonly caseless?: true
  /** Whether the value is stored in NFKC and lower case. */
  readonly canonical?: true
  /** Pattern that a string must match, and the beginning of the rule in error lines. */
  readonly pattern?: readonly [RegExp, beginningOfRule: string]
  /** Target table of a reference. */
  readonly to?: string
  /**
   * Maps fields of this record to the fields of the target that they equal: the inverse of `by` in the product.
   * Default: this field to `name`.
   */
  readonly targetFields?: Readonly<Record<string, string>>
  /** Whether the whole target is exported, not only its name. */
  readonly whole?: true
  /** Value of an empty reference in files and exports, if not null. */
  readonly none?: ''
}

/** A table of a configuration file, described independently of the plugin that owns it. */
export interface TableModel {
  readonly key: readonly string[]
  readonly unique: readonly string[]
  readonly fields: Readonly<Record<string, FieldModel>>
  /** Fields that a file may have and the import ignores. */
  readonly ignored: readonly string[]
  /** Defaults of absent fields. */
  readonly defaults: (record: FileRecord) => FileRecord
  /** Exported values that are derived from the targets of references, and replace the record's own. */
  readonly derived?: (targets: Readonly<Record<string, FileRecord | undefined>>) => FileRecord
  /** Maps alternative names to fields. */
  readonly alias?: Readonly<Record<string, string>>
  /** The level that must not be more privileged than the caller's, and its path in error lines. */
  readonly level?: { readonly path: string; readonly of: (row: FileRecord) => unknown }
}

/** Placeholder for a generated identifier. */
export const GENERATED = '<generated>'

const text = (max: number, more: Partial<FieldModel> = {}): FieldModel => ({ kind: 'text', max, ...more })
const to = (table: string, more: Partial<FieldModel> = {}): FieldModel => ({ kind: 'reference', to: table, ...more })
const nullable = { nullable: true } as const
const oneLine = { pattern: [/^[^\n\t]*$/, 'must not have control or invisible characters'] } as const
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

/** The tables, ordered so that a referenced table precedes those that refer to it. */
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
      id: text(255),
      unit: to('Units', { targetFields: { unit: 'unit' } }),
      data_type: to('DataTypes'),
      description: text(256, nullable),
      display_name: text(255),
      display_unit: to('Units', { targetFields: { display_unit: 'unit' } }),
      opcua_address: text(255, nullable),
      opcua_client_name: text(255, nullable),
      node_namespace: text(255, nullable),
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
      segment: to('Segment', {
        targetFields: { segment: 'name', manufacturer: 'manufacturer' },
        ...nullable,
        none: '',
      }),
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
  AlarmStates: named({ fields: { mnemonic: text(20), condition: text(20), status: text(20) } }),
  Alarms: named({
    unique: ['identifier'],
    ignored: [],
    fields: {
      name: text(128),
      identifier: text(255),
      tag: to('Tags'),
      alarm_type: to('AlarmTypes'),
      trigger_value: { kind: 'number' },
      description: text(256, nullable),
      state: to('AlarmStates'),
      timestamp: { kind: 'timestamp', ...nullable },
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
    level: { path: 'level', of: ({ level }) => level },
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
      name: text(64, { ...nullable, ...oneLine }),
      lastname: text(64, { ...nullable, ...oneLine }),
    },
    defaults: generated,
    level: { path: 'role.level', of: ({ role }) => (role as FileRecord).level },
  }),
  OPCUA: {
    key: ['client_name'],
    unique: [],
    ignored: [],
    defaults: () => ({}),
    fields: { client_name: text(255), host: text(255), port: { kind: 'integer' } },
  },
  AccessType: named(),
  OPCUAServer: named({
    unique: ['namespace'],
    fields: { namespace: text(255), access_type: to('AccessType', { whole: true, ...nullable }) },
  }),
  Machines: named({
    unique: ['identifier'],
    fields: {
      identifier: text(255),
      interval: { kind: 'number' },
      description: text(128),
      classification: text(128),
      buffer_size: { kind: 'integer' },
      buffer_roll_type: text(16),
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
    key: ['machine', 'tag'],
    unique: [],
    ignored: [],
    defaults: () => ({}),
    fields: {
      machine: to('Machines', { whole: true }),
      tag: to('Tags', { whole: true }),
      default_tag_name: text(64, nullable),
    },
  },
}

/** Returns the name in a reference, which is a string or an object with a name. */
export function nameOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value
  return isObject(value) && typeof value.name === 'string' ? value.name : undefined
}

/** Maps the fields of a record that identify the target of a reference to the fields of the target that they equal. */
export function targetFieldsOf(field: string, { targetFields }: FieldModel): Readonly<Record<string, string>> {
  return targetFields ?? { [field]: 'name' }
}

export function tableOf(name: string): TableModel {
  const table = TABLES[name]
  if (!table) throw new Error(`the model has no table ${name}`)
  return table
}

/** Returns the fields of a table that are references. */
export function referencesOf({ fields }: TableModel): [string, FieldModel][] {
  return Object.entries(fields).filter(([, { kind }]) => kind === 'reference')
}

/** Returns whether a value is an object that can be a record. */
export function isObject(value: unknown): value is FileRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
