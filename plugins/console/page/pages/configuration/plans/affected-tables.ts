import type { Plan } from '@plinth/client'

/** What a plan may do with a record. */
export const CHANGE_KINDS = ['add', 'update', 'remove', 'refused'] as const

export type TableCounts = readonly [table: string, counts: Plan['tables'][string]]

/** Returns the tables of a plan with records that it changes or refuses. */
export function affectedTables({ tables }: Plan): TableCounts[] {
  return Object.entries(tables).filter(([, counts]) => CHANGE_KINDS.some((kind) => (counts[kind] ?? 0) > 0))
}
