import fc from 'fast-check'
import type { FileRecord } from './configuration.js'
import { type FieldModel, TABLES, type TableModel } from './table-models.js'

/** Tables of a configuration file by name, with any content. */
export type FileTables = Record<string, unknown>

/** Identifiers in files. They are few, so that records conflict. */
const IDENTIFIERS = ['id-1', 'ID-1', 'id-2', 'id 3!?']

/** Names that differ only in case, and some that careless code cannot handle. */
const NAMES = ['North', 'north', '__proto__', 'it\'s "?" $1 \\ ']
const SYMBOLS = ['bar', 'BAR', '°C', 'm³/h']
const ALARM_TYPES = ['HIGH', 'high', 'Low', 'LOW-LOW']
const ALARM_STATES = ['Normal', 'Unack', 'Latched']
const ROLE_NAMES = ['Fitter', 'FITTER', 'Planner', 'guest', 'Sudo', 'admin', 'Night shift']
const USERNAMES = ['alice', 'Alice', 'bob', 'SUDO', 'constructor', 'dora@plant', 'eve', 'frank']
const EMAILS = ['a@plant.test', 'A@Plant.test', 'b@plant.test', 'sudo@LOCALHOST', 'd@plant.test', 'e@plant.test', 'f@x']
const NUMBERS = [0, 1, -1.5, 0.1 + 0.2, 1e-7, -5e300, 2 ** 53 - 1, 1 / 3]
const INTEGERS = [0, 1, -7, 2 ** 31 - 1, -(2 ** 31 - 1)]
const LEVELS = [-1, 0, 1, 2, 10, 300]
const TIMESTAMPS = ['12/31/2026, 23:59:58.123456', '02/29/2024, 00:00:00.000001', '01/02/1999, 03:04:05.000000']
const TEXTS = [
  '',
  'a text',
  'ünï © 漢字 😀',
  "'; DROP TABLE plinth_tags; --",
  '{"a": [1, null]}',
  'line\nbreak\ttab "quoted"',
]

const UNKNOWN_NAME = 'furlong'
const UNSTORABLE = ['a\0b', '\ud800x']

/** Names by table, for its records and for references to them. */
const POOLS: Readonly<Record<string, readonly string[]>> = {
  AlarmTypes: ALARM_TYPES,
  AlarmStates: ALARM_STATES,
  Roles: ROLE_NAMES,
}

/** Values of the fields for which the usual values of their kind are unsuitable. */
const VALUES: Readonly<Record<string, readonly unknown[]>> = {
  'Units.unit': SYMBOLS,
  'Tags.id': IDENTIFIERS,
  'Tags.unit': SYMBOLS,
  'Tags.display_unit': SYMBOLS,
  'Tags.display_name': NAMES,
  'Alarms.identifier': IDENTIFIERS,
  'Roles.identifier': IDENTIFIERS,
  'Roles.level': LEVELS,
  'Users.identifier': IDENTIFIERS,
  'Users.username': USERNAMES,
  'Users.email': EMAILS,
  'OPCUA.client_name': NAMES,
  'OPCUAServer.namespace': ['ns=2;s=1', 'ns=2;s=2', 'NS=2;S=1', 'ns=3'],
  'Machines.identifier': IDENTIFIERS,
}

/** Fields that every valid record has, although they have a default. */
const ALWAYS_PRESENT = new Set(['Tags.unit', 'Alarms.alarm_type'])

/** Records that most others refer to. Without them, most references would be unknown. */
const COMMON_TARGETS: Readonly<Record<string, readonly unknown[]>> = {
  Manufacturer: NAMES.map((name) => ({ name })),
  Variables: NAMES.map((name) => ({ name })),
  DataTypes: NAMES.map((name) => ({ name })),
  Units: SYMBOLS.map((unit, i) => ({ name: NAMES[i], unit, variable: NAMES[0] })),
}

/**
 * Generates the tables of a file in any order, with valid and invalid records. Some tables are unknown. Without
 * `allTables`, some of the known tables may be missing.
 */
export function configurationTables({ allTables }: { allTables: boolean }): fc.Arbitrary<FileTables> {
  const known = Object.keys(TABLES).map((name) => [name, tableRecords(name)] as const)
  const strange = fc.oneof(fc.constant({}), strangeTables)
  return fc
    .tuple(fc.record(Object.fromEntries(known)), strange)
    .map(([tables, others]) => Object.entries<unknown>({ ...tables, ...others }))
    .chain((entries) => fc.shuffledSubarray(entries, { minLength: allTables ? entries.length : 8 }))
    .map((entries) => Object.fromEntries(entries))
}

/** Generates unknown tables, and perhaps known ones that are not arrays. */
const strangeTables: fc.Arbitrary<FileTables> = fc
  .tuple(
    fc.dictionary(
      fc.constantFrom('TagValue', 'LinearReferencingGeospatial', 'tags', 'constructor', ''),
      fc.constantFrom<unknown>(null, 7, [], [{}], [{ name: 'North' }, 1]),
      { maxKeys: 2, noNullPrototype: true },
    ),
    fc.dictionary(
      fc.constantFrom(...Object.keys(TABLES)),
      fc.constantFrom<unknown>(null, {}, 'records', 7, { 0: { name: 'North' } }),
      { maxKeys: 1, noNullPrototype: true },
    ),
  )
  .map(([unknown, nonArrays]) => ({ ...unknown, ...nonArrays }))

function tableRecords(name: string): fc.Arbitrary<unknown[]> {
  const records = fc.array(anyRecord(name), { minLength: 2, maxLength: 7, size: 'max' })
  const targets = fc.constantFrom([], COMMON_TARGETS[name] ?? [], COMMON_TARGETS[name] ?? [])
  return fc.tuple(targets, records).map(([first, others]) => [...first, ...others])
}

function anyRecord(name: string): fc.Arbitrary<unknown> {
  const valid = validRecord(name)
  return fc.oneof(
    { arbitrary: valid, weight: 20 },
    { arbitrary: fc.tuple(valid, defect(name)).map(([record, corrupt]) => corrupt(record)), weight: 3 },
    { arbitrary: fc.constantFrom(null, 'North', 7, [], [{}]), weight: 1 },
  )
}

/** Generates a record with valid values. Its references may be unknown, and its unique fields may be in use. */
function validRecord(name: string): fc.Arbitrary<FileRecord> {
  const table = TABLES[name] as TableModel
  const fields = Object.entries(table.fields).map(([field, model]) => [field, validValue(name, field, model)] as const)
  const extras: [string, fc.Arbitrary<unknown>][] = table.ignored.map((field) => [field, fc.constantFrom(1, 99)])
  if (name === 'Alarms') extras.push(['trigger_type', reference(ALARM_TYPES)])
  const required = fields.map(([field]) => field).filter((field) => isRequired(name, table, field))
  const record = fc.record<FileRecord>(Object.fromEntries([...fields, ...extras]), {
    requiredKeys: required,
    noNullPrototype: true,
  })
  if (name !== 'Tags') return record
  return fc.tuple(record, segmentOfTag).map(([{ segment, ...rest }, segmentFields]) => ({ ...rest, ...segmentFields }))
}

function isRequired(name: string, table: TableModel, field: string): boolean {
  if (ALWAYS_PRESENT.has(`${name}.${field}`)) return true
  const isOptional = table.fields[field]?.nullable || field in table.defaults({})
  return table.key.includes(field) || !isOptional
}

/** Generates the fields for a tag's segment, or one of the notations for no segment. */
const segmentOfTag: fc.Arbitrary<FileRecord> = fc.oneof(
  fc.constantFrom({}, { segment: '', manufacturer: '' }, { segment: null }),
  fc.record(
    { segment: reference(NAMES.slice(0, 2)), manufacturer: reference(NAMES.slice(0, 2)) },
    { requiredKeys: ['manufacturer'], noNullPrototype: true },
  ),
)

function validValue(name: string, field: string, model: FieldModel): fc.Arbitrary<unknown> {
  const pool = VALUES[`${name}.${field}`]
  const value =
    model.kind === 'reference'
      ? reference(targetNames(model, pool))
      : fc.constantFrom(...(pool ?? usualValues(name, field, model)))
  return model.nullable ? fc.oneof({ arbitrary: value, weight: 4 }, { arbitrary: fc.constant(null), weight: 1 }) : value
}

function targetNames({ to = '' }: FieldModel, pool: readonly unknown[] | undefined): readonly string[] {
  return (pool as readonly string[] | undefined) ?? POOLS[to] ?? NAMES
}

function usualValues(name: string, field: string, { kind, to }: FieldModel): readonly unknown[] {
  if (field === 'name' && name !== 'Users') return POOLS[name] ?? NAMES
  switch (kind) {
    case 'number':
      return NUMBERS
    case 'integer':
      return INTEGERS
    case 'boolean':
      return [true, false]
    case 'timestamp':
      return TIMESTAMPS
    case 'reference':
      return POOLS[to ?? ''] ?? NAMES
    default:
      return TEXTS
  }
}

/** Generates a reference by a name that usually exists, as a string or in an object. */
function reference(pool: readonly string[]): fc.Arbitrary<unknown> {
  const asRecord = nameFrom(pool).map((name) => ({ id: 12, name, anything: [name] }))
  return fc.oneof({ arbitrary: nameFrom(pool), weight: 3 }, { arbitrary: asRecord, weight: 1 })
}

function nameFrom(pool: readonly string[]): fc.Arbitrary<string> {
  const unknown = fc.constantFrom(UNKNOWN_NAME, '', 'x'.repeat(300), ...UNSTORABLE)
  return fc.oneof({ arbitrary: fc.constantFrom(...pool), weight: 24 }, { arbitrary: unknown, weight: 1 })
}

type Corrupt = (record: FileRecord) => FileRecord

/** Generates a change that usually makes a record invalid. Its error may be hidden by another. */
function defect(name: string): fc.Arbitrary<Corrupt> {
  const fields = Object.entries((TABLES[name] as TableModel).fields)
  const field = fc.constantFrom(...fields)
  const wrong = field.chain(([key, model]) =>
    fc.constantFrom(...wrongValues(model)).map(
      (value): Corrupt =>
        (record) => ({ ...record, [key]: value }),
    ),
  )
  const missing = field.map(
    ([key]): Corrupt =>
      ({ [key]: _removed, ...rest }) =>
        rest,
  )
  const unknown = fc.constantFrom('colour', 'constructor', '__proto__', 'Name').map(
    (key): Corrupt =>
      (record) => ({ ...record, [key]: 1 }),
  )
  return fc.oneof({ arbitrary: wrong, weight: 4 }, { arbitrary: missing, weight: 1 }, { arbitrary: unknown, weight: 1 })
}

function wrongValues({ kind, max = 0 }: FieldModel): unknown[] {
  const wrong = [null, {}, [], ['North']]
  switch (kind) {
    case 'text':
      return [...wrong, 7, true, '', 'x'.repeat(max + 1), '😀'.repeat(max), ...UNSTORABLE, 'id 8!?']
    case 'number':
      return [...wrong, '1.5', false, '']
    case 'integer':
      return [...wrong, '1', 1.5, 2 ** 31, true]
    case 'boolean':
      return [...wrong, 0, 1, 'true']
    case 'timestamp':
      return [...wrong, 0, '', '02/30/2026, 00:00:00.000000', '2026-01-02T00:00:00Z', '12/31/2026, 24:00:00.000000']
    case 'reference':
      return [...wrong, 7, true, { name: 7 }, { name: null }, 'x'.repeat(300)]
  }
}
