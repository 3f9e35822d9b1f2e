import { defineRoute } from '@plinth/kernel'
import { array } from 'yup'
import type { PlanService } from '../plans/plan-service.js'
import { planOnTheWire, planShape } from './plan-on-the-wire.js'

export const listPlans = (planService: PlanService, maxLevel: number) =>
  defineRoute({
    method: 'GET',
    path: '/settings/plans',
    operationId: 'plans',
    summary: 'List the plans that have not expired, the newest first',
    access: { maxLevel },
    responses: { 200: array(planShape) },
    handle: async () => (await planService.list()).map(planOnTheWire),
  })
