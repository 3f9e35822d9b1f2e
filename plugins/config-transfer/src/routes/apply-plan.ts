import { defineRoute } from '@plinth/kernel'
import { credentialErrors } from '@plinth/kernel/contracts'
import { errors } from '../errors.js'
import type { PlanService } from '../plans/plan-service.js'
import { applyReportOnTheWire, applyReportShape } from './apply-report-on-the-wire.js'
import { entityTagOf, planId } from './plan-on-the-wire.js'

export const applyPlan = (planService: PlanService, maxLevel: number) =>
  defineRoute({
    method: 'POST',
    path: '/settings/plans/:plan/apply',
    operationId: 'applyPlan',
    summary: 'Apply a plan',
    description:
      'Does exactly what the plan says, in one transaction. If others have changed any of its records since, nothing is changed, and `errors` names up to ten of them, each with its table.',
    access: { maxLevel, fresh: true },
    needsIfMatch: true,
    params: planId,
    responses: { 200: applyReportShape },
    errors: [
      errors.PLAN_NOT_FOUND,
      errors.PLAN_NOT_APPLICABLE,
      errors.PLAN_NEEDS_SECOND_PERSON,
      errors.PLAN_MORE_PRIVILEGED,
      errors.PLAN_OUTDATED,
      ...Object.values(credentialErrors),
    ],
    handle: async (request) => {
      const { params, signal } = request
      request.expectIfMatch(entityTagOf(await planService.find(params.plan)))
      return applyReportOnTheWire(await planService.apply(request, params.plan, signal))
    },
  })
