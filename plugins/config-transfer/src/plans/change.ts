import type { NamedProblem } from '../records/named-problem.js'
import type { PlainRecord } from '../records/record-shape.js'
import type { RowId } from '../row-id.js'

/**
 * What a plan does with a record. `refused`: nothing, although the file asks for it. `conflict`: nothing until it is
 * settled which side of a merge wins.
 */
export type ChangeKind = 'add' | 'update' | 'remove' | 'refused' | 'conflict'

export const CHANGE_KINDS: readonly ChangeKind[] = ['add', 'update', 'remove', 'refused', 'conflict']

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
  /** Records that both sides of a merge have changed. */
  readonly conflict: number
}

/** What a plan does with one record. */
export interface Change {
  readonly table: string
  readonly kind: ChangeKind
  /** The key of the record, as error messages name it. */
  readonly name: string
  /** The row that is updated or removed; of an added record, the id that it had when a snapshot was taken. */
  readonly rowId: RowId | null
  /** The present record, as JSON written by the database. */
  readonly before: string | null
  /** The record as it will be. */
  readonly after: PlainRecord | null
  /** The fields that an update changes. */
  readonly fields: readonly string[] | null
  /** Why the record is refused, or what the conflict is. */
  readonly reason: string | null
  /** Of a conflict: the record from which both sides diverged. */
  readonly base?: PlainRecord | null
}

/** Returns the change of a record or table for which a plan does nothing, because of a problem. */
export function refusedChange(table: string, { name, reason }: NamedProblem): Change {
  return { table, kind: 'refused', name, reason, rowId: null, before: null, after: null, fields: null }
}

/** Adds up the counts of all tables. */
export function totalOf(counts: Readonly<Record<string, TableCounts>>): TableCounts {
  const total = { add: 0, update: 0, remove: 0, same: 0, refused: 0, conflict: 0 }
  for (const each of Object.values(counts)) {
    total.add += each.add
    total.update += each.update
    total.remove += each.remove
    total.same += each.same
    total.refused += each.refused
    total.conflict += each.conflict
  }
  return total
}
