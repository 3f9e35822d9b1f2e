import type { Plan, PlannedChange } from '@plinth/client'

export type TableCounts = readonly [table: string, counts: Plan['tables'][string]]

/** Returns what a plan may do with a record. Only one of a merge may have conflicts. */
export function kindsIn({ source }: Plan): PlannedChange['kind'][] {
  return ['add', 'update', 'remove', 'refused', ...(source.kind === 'merge' ? (['conflict'] as const) : [])]
}

/** Returns the tables of a plan with records that it changes or refuses. */
export function affectedTables(plan: Plan): TableCounts[] {
  return Object.entries(plan.tables).filter(([, counts]) => kindsIn(plan).some((kind) => (counts[kind] ?? 0) > 0))
}
