import { defineRoute, messageShape } from '@plinth/kernel'
import { messageAfter } from '@plinth/kernel/tools'
import { errors } from '../errors.js'
import type { PlanService } from '../plans/plan-service.js'
import { planId } from './plan-on-the-wire.js'

export const deletePlan = (planService: PlanService, maxLevel: number) =>
  defineRoute({
    method: 'DELETE',
    path: '/settings/plans/:plan',
    operationId: 'deletePlan',
    summary: 'Delete a plan',
    access: { maxLevel },
    params: planId,
    responses: { 200: messageShape('Plan deleted') },
    errors: [errors.PLAN_NOT_FOUND],
    handle: async (request) => messageAfter(planService.delete(request, request.params.plan), 'Plan deleted'),
  })
