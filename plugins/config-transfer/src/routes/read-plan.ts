import { defineRoute } from '@plinth/kernel'
import { errors } from '../errors.js'
import type { PlanService } from '../plans/plan-service.js'
import { ENTITY_TAG, planId, planReply, planShape } from './plan-on-the-wire.js'

export const readPlan = (planService: PlanService, maxLevel: number) =>
  defineRoute({
    method: 'GET',
    path: '/settings/plans/:plan',
    operationId: 'plan',
    summary: 'Read a plan',
    access: { maxLevel },
    params: planId,
    responses: { 200: planShape },
    headers: ENTITY_TAG,
    errors: [errors.PLAN_NOT_FOUND],
    handle: async ({ params }) => planReply(await planService.find(params.plan)),
  })
