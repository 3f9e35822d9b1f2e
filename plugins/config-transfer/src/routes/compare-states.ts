import { defineRoute } from '@plinth/kernel'
import { described } from '@plinth/kernel/tools'
import { object, string } from 'yup'
import type { ComparisonService } from '../comparisons/comparison-service.js'
import { errors, planErrors } from '../errors.js'
import { ENTITY_TAG, planReply, planShape } from './plan-on-the-wire.js'

const side = (description: string) => described(string().required().max(64), description, 'present')

/** The body of a request for a comparison. */
export const comparisonShape = object({
  from: side('The first configuration, from which the changes lead.'),
  to: side('The second configuration, to which the changes lead.'),
})

export const compareStates = (comparisonService: ComparisonService, maxLevel: number) =>
  defineRoute({
    method: 'POST',
    path: '/settings/comparisons',
    operationId: 'compareConfigurations',
    summary: 'Compare two configurations',
    description:
      'Each is the id of a snapshot or of an uploaded file, or `present`. Read the result like the changes of a plan, which lead from one configuration to the other. It cannot be applied. ' +
      'A file is compared by the names of its records; a table or field that it lacks is not compared.',
    access: { maxLevel },
    body: comparisonShape,
    example: { from: '5gq0c2w8t1m3r7hb', to: 'present' },
    responses: { 200: planShape },
    headers: ENTITY_TAG,
    errors: [errors.STATE_NOT_FOUND, ...planErrors],
    handle: async (request) => planReply(await comparisonService.compare(request, request.body, request.signal)),
  })
