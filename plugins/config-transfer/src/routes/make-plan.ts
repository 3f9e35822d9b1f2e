import { defineRoute, upload } from '@plinth/kernel'
import { fileErrors, planErrors } from '../errors.js'
import type { PlanService } from '../plans/plan-service.js'
import { ENTITY_TAG, planReply, planShape } from './plan-on-the-wire.js'
import { planOptionsOf, planQuery } from './plan-query.js'

export const makePlan = (planService: PlanService, maxLevel: number) =>
  defineRoute({
    method: 'POST',
    path: '/settings/plans',
    operationId: 'planConfiguration',
    summary: 'Plan what a configuration file would change',
    description:
      'Does not change the configuration. Each record of the file is matched by its identifier or, without one, by its name, and changes only the fields that it has. ' +
      '`mirror` removes the records that a table of the file lacks; a table that the whole file lacks stays as it is. Roles and users are never removed.',
    access: { maxLevel },
    query: planQuery,
    body: upload('file', { description: 'A configuration file, in the format of the export.' }),
    responses: { 200: planShape },
    headers: ENTITY_TAG,
    errors: [...fileErrors, ...planErrors],
    handle: async (request) => {
      const { body, query, signal } = request
      return planReply(await planService.planFile(request, body, { ...planOptionsOf(query), signal }))
    },
  })
