import { defineRoute, Reply } from '@plinth/kernel'
import { object, string } from 'yup'
import { errors } from '../errors.js'
import type { PlanService } from '../plans/plan-service.js'
import { ENTITY_TAG, entityTagOf, planOnTheWire, planShape } from './plan-on-the-wire.js'

const side = (description: string) =>
  string()
    .required()
    .max(64)
    .meta({ description, examples: ['present'] })

export const compareStates = (planService: PlanService, maxLevel: number) =>
  defineRoute({
    method: 'POST',
    path: '/settings/comparisons',
    operationId: 'compareConfigurations',
    summary: 'Compare two states of the configuration',
    description:
      'Each is the id of a snapshot, or `present`. Read the result like the changes of a plan, which lead from one state to the other. It cannot be applied. To compare the present configuration with a file, make a plan of the file.',
    access: { maxLevel },
    body: object({ from: side('The former state.'), to: side('The latter state.') }),
    example: { from: '5gq0c2w8t1m3r7hb', to: 'present' },
    responses: { 200: planShape },
    headers: ENTITY_TAG,
    errors: [errors.SNAPSHOT_NOT_FOUND, errors.TOO_MANY_PLANS, errors.TOO_MANY_STORED_PLANS],
    handle: async (request) => {
      const plan = await planService.compare(request, request.body, request.signal)
      return Reply.json(planOnTheWire(plan), { headers: { ETag: entityTagOf(plan) } })
    },
  })
