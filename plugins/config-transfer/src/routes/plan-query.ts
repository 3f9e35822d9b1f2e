import { described } from '@plinth/kernel/tools'
import { type InferType, object, string } from 'yup'
import { PLAN_MODES, TABLE_MODES_PATTERN, tableModesOf } from '../plans/plan-mode.js'
import type { PlanOptions } from '../plans/plan-service.js'

/** The query parameters that say how to plan a file. */
export const planQuery = object({
  mode: string()
    .oneOf([...PLAN_MODES])
    .meta({
      description: '`add` adds missing records, `update` also changes those that differ, `mirror` also removes others.',
      default: 'update',
    }),
  tables: described(
    string().max(10_000).matches(TABLE_MODES_PATTERN, 'must be like Tags:mirror,Units:add'),
    'Tables with another mode, each as `table:mode`, separated by commas. Other tables have `mode`.',
    'Tags:mirror,Units:add',
  ),
})

/** The parsed query parameters. */
export type PlanQuery = InferType<typeof planQuery>

/** Returns the options of `planFile` for the query parameters. */
export function planOptionsOf({ mode = 'update', tables }: PlanQuery): Omit<PlanOptions, 'signal'> {
  return { mode, modes: tables === undefined ? {} : tableModesOf(tables) }
}
