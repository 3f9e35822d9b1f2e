import type { FileRecord, Tables } from './configuration.js'
import { nameOf, tableOf } from './table-models.js'

export type Side = 'ours' | 'theirs'

/** The records of a table by their key, with the fields that a merge compares. References are names. */
export type KeyedRecords = ReadonlyMap<string, FileRecord>

/** Three states of one table. */
export interface ThreeTables {
  readonly base: KeyedRecords
  readonly ours: KeyedRecords
  readonly theirs: KeyedRecords
}

/** The fields of a tag by which its segment is found, which are merged together. */
const SEGMENT: readonly string[] = ['segment', 'manufacturer']

/** Returns the records of an exported table by their key, without their ids and identifiers. */
export function keyedRecords(name: string, tables: Tables): KeyedRecords {
  const { key } = tableOf(name)
  const entries = (tables[name] ?? []).map((record): [string, FileRecord] => [
    key.map((field) => nameOf(record[field])).join(' / '),
    Object.fromEntries(fieldsOf(name).map((field) => [field, plainValue(record[field])])),
  ])
  return new Map(entries)
}

function fieldsOf(name: string): string[] {
  const fields = Object.keys(tableOf(name).fields).filter((field) => field !== 'id' && field !== 'identifier')
  return name === 'Tags' ? [...fields, 'manufacturer'] : fields
}

const plainValue = (value: unknown) => (typeof value === 'object' ? (nameOf(value) ?? null) : value)

/**
 * Returns the merged records of a table, and the keys of its conflicts: both sides have changed the same field of a
 * record, or one side has removed a record that the other one has changed. `sideFor` says which side wins a conflict.
 */
export function mergedTable(tables: ThreeTables, sideFor: (key: string) => Side) {
  const records = new Map<string, FileRecord>()
  const conflicts: string[] = []
  for (const key of new Set([tables.base, tables.ours, tables.theirs].flatMap((table) => [...table.keys()]))) {
    const [base, ours, theirs] = [tables.base.get(key), tables.ours.get(key), tables.theirs.get(key)]
    const settle = () => {
      conflicts.push(key)
      return sideFor(key)
    }
    const isKept = (side: Side) => !base || settle() === side
    if (ours && theirs) records.set(key, mergedRecord(base, ours, theirs, settle))
    else if (theirs && differ(base, theirs, Object.keys(theirs))) {
      if (isKept('theirs')) records.set(key, theirs)
    } else if (ours && differ(base, ours, Object.keys(ours))) {
      if (isKept('ours')) records.set(key, ours)
    }
  }
  return { records, conflicts }
}

function mergedRecord(base: FileRecord | undefined, ours: FileRecord, theirs: FileRecord, settle: () => Side) {
  const groups = Object.keys(ours).map((field) => (SEGMENT.includes(field) ? SEGMENT : [field]))
  const changedByThem = groups.filter((group) => differ(ours, theirs, group) && differ(base, theirs, group))
  const changedByBoth = changedByThem.filter((group) => differ(base, ours, group))
  const takesAll = changedByBoth.length === 0 || settle() === 'theirs'
  const taken = changedByThem.filter((group) => takesAll || !changedByBoth.includes(group)).flat()
  return { ...ours, ...Object.fromEntries(taken.map((field) => [field, theirs[field]])) }
}

const differ = (one: FileRecord | undefined, other: FileRecord, fields: readonly string[]) =>
  fields.some((field) => one?.[field] !== other[field])
