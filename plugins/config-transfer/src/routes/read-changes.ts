import { defineRoute, Reply } from '@plinth/kernel'
import { described, nextPageHeader, nextPageLink, pageLimit } from '@plinth/kernel/tools'
import { array, number, object, string } from 'yup'
import { errors } from '../errors.js'
import { CHANGE_KINDS } from '../plans/change.js'
import type { PlanService } from '../plans/plan-service.js'
import { changeOnTheWire, changeShape, planId } from './plan-on-the-wire.js'

const DEFAULT_PAGE_SIZE = 100
const MAX_PAGE_SIZE = 500

export const readChanges = (planService: PlanService, maxLevel: number) =>
  defineRoute({
    method: 'GET',
    path: '/settings/plans/:plan/changes',
    operationId: 'plannedChanges',
    summary: 'Read the changes of a plan, page by page',
    description: 'If there are more changes, the response has `Link: <…>; rel="next"`.',
    access: { maxLevel },
    params: planId,
    query: object({
      table: described(string().max(255), 'Only changes of this table.', 'Manufacturer'),
      kind: described(string().oneOf([...CHANGE_KINDS]), 'Only changes of this kind.', 'update'),
      limit: pageLimit('changes', { max: MAX_PAGE_SIZE, byDefault: DEFAULT_PAGE_SIZE }),
      after: number()
        .integer()
        .min(0)
        .max(2 ** 31 - 1)
        .meta({ description: 'Where to continue: the `id` of the last change of the previous page.', default: 0 }),
    }),
    responses: { 200: array(changeShape) },
    headers: {
      Link: nextPageHeader('If there are more changes', 'limit=100&after=100'),
    },
    errors: [errors.PLAN_NOT_FOUND],
    handle: async ({ params, query }) => {
      const { table, kind, after = 0, limit = DEFAULT_PAGE_SIZE } = query
      const found = await planService.changes(params.plan, { table, kind, after, limit: limit + 1 })
      const page = found.slice(0, limit)
      const last = page.at(-1)?.seq ?? 0
      const headers = found.length > limit ? nextPageLink(query, { after: String(last) }) : {}
      return Reply.json(page.map(changeOnTheWire), { headers })
    },
  })
