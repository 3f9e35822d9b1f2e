import type { Plan } from '@plinth/client'

/** The kinds of changes that make a table count as affected. */
const CHANGE_KINDS = ['add', 'update', 'remove', 'refused', 'conflict'] as const

/** The name of a table, and its numbers of records by kind of change. */
export type AffectedTable = readonly [table: string, counts: Readonly<Record<string, number | undefined>>]

/** Returns the tables in which a plan changes or refuses records, or has conflicts. */
export function affectedTables({ tables }: Plan): AffectedTable[] {
  return Object.entries(tables).filter(([, counts]) => CHANGE_KINDS.some((kind) => (counts[kind] ?? 0) > 0))
}
