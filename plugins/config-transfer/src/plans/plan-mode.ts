/**
 * What a plan does with the records of a table: `add` adds those that are missing, `update` also changes those that
 * differ, `mirror` also removes those that the source lacks.
 */
export type PlanMode = 'add' | 'update' | 'mirror'

export const PLAN_MODES: readonly PlanMode[] = ['add', 'update', 'mirror']

/** Modes of individual tables as text, such as `Tags:mirror,Units:add`. */
export const TABLE_MODES_PATTERN = /^[^:,]+:(add|update|mirror)(,[^:,]+:(add|update|mirror))*$/

/** Returns the modes of individual tables. The text must match `TABLE_MODES_PATTERN`. */
export function tableModesOf(text: string): Record<string, PlanMode> {
  return Object.fromEntries(text.split(',').map((each) => each.split(':') as [string, PlanMode]))
}
