import type { PlainRecord } from '../record-shape.js'

/** What a plan does with a record. `refused`: nothing, although the file asks for it. */
export type ChangeKind = 'add' | 'update' | 'remove' | 'refused'

export const CHANGE_KINDS: readonly ChangeKind[] = ['add', 'update', 'remove', 'refused']

/** Numbers of changed records. */
export interface ChangeCounts {
  readonly add: number
  readonly update: number
  readonly remove: number
}

/** Numbers of the records of one table in a plan. */
export interface TableCounts extends ChangeCounts {
  /** Records that are already as they should be, or that a mode leaves alone. */
  readonly same: number
  readonly refused: number
}

/** What a plan does with one record. */
export interface Change {
  readonly table: string
  readonly kind: ChangeKind
  /** The key of the record, as error messages name it. */
  readonly name: string
  /** The row that is updated or removed; of an added record, the id that it had when a snapshot was taken. */
  readonly rowId: number | null
  /** The record as it is, as the database writes it. */
  readonly before: string | null
  /** The record as it will be. */
  readonly after: PlainRecord | null
  /** The fields that an update changes. */
  readonly fields: readonly string[] | null
  /** Why the record is refused. */
  readonly reason: string | null
}

/** Adds up the counts of tables. */
export function totalOf(counts: Readonly<Record<string, TableCounts>>): TableCounts {
  const total = { add: 0, update: 0, remove: 0, same: 0, refused: 0 }
  for (const each of Object.values(counts)) {
    total.add += each.add
    total.update += each.update
    total.remove += each.remove
    total.same += each.same
    total.refused += each.refused
  }
  return total
}
