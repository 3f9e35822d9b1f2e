import type { Plan } from '@plinth/client'

/** What a plan may do with a record. */
const CHANGE_KINDS = ['add', 'update', 'remove', 'refused', 'conflict'] as const

/** The name of a table, and its numbers by kind of change. */
export type TableCounts = readonly [table: string, counts: Readonly<Record<string, number | undefined>>]

/** Returns the tables of a plan with records that it changes or refuses. */
export function affectedTables({ tables }: Plan): TableCounts[] {
  return Object.entries(tables).filter(([, counts]) => CHANGE_KINDS.some((kind) => (counts[kind] ?? 0) > 0))
}
