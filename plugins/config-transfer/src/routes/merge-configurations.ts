import { defineRoute } from '@plinth/kernel'
import { described } from '@plinth/kernel/tools'
import { array, type InferType, object, string } from 'yup'
import { errors, planErrors } from '../errors.js'
import type { MergeOptions, MergeService } from '../merges/merge-service.js'
import { ENTITY_TAG, planReply, planShape } from './plan-on-the-wire.js'

const side = (description: string) => described(string().required().max(64), description, 'h2v9s4k6d0q8m1tz')

const settlement = object({
  table: described(string().max(255), 'The name of the table. By default all tables.', 'Manufacturer'),
  name: described(string().max(1_100), 'The name of the record. By default all records of the table.', 'Acme'),
  take: described(
    string().oneOf(['ours', 'theirs']).required(),
    'Which side wins where both have changed something.',
    'theirs',
  ),
})

/** The body of a request for a merge. */
export const mergeShape = object({
  base: side('The id of the file or snapshot from which both sides diverged.'),
  theirs: side('The id of the file or snapshot of the other side.'),
  settle: described(
    array(settlement).max(1_000),
    'Which side wins conflicts. An item for a record takes precedence over one for its table, and that over one for all tables. Conflicts without an item remain. By default all remain.',
    [{ table: 'Manufacturer', name: 'Acme', take: 'theirs' }],
  ),
})

/** Returns the options of `merge` for the body of a request. */
export function mergeOptionsOf({ settle = [], ...sides }: InferType<typeof mergeShape>): Omit<MergeOptions, 'signal'> {
  return { ...sides, settlements: settle }
}

export const mergeConfigurations = (mergeService: MergeService, maxLevel: number) =>
  defineRoute({
    method: 'POST',
    path: '/settings/merges',
    operationId: 'mergeConfigurations',
    summary: 'Plan how the changes of another side are merged into the present configuration',
    description:
      'What they have changed since the base is taken over, field by field; what was changed here stays. Where both have changed the same field, the plan has a change of the kind `conflict` and cannot be applied: ' +
      'merge again with `settle`. Records belong together by their names. One of the two sides is an uploaded file.',
    access: { maxLevel },
    body: mergeShape,
    example: {
      base: '5gq0c2w8t1m3r7hb',
      theirs: 'h2v9s4k6d0q8m1tz',
      settle: [{ table: 'Manufacturer', name: 'Acme', take: 'theirs' }],
    },
    responses: { 200: planShape },
    headers: ENTITY_TAG,
    errors: [errors.STATE_NOT_FOUND, errors.MERGE_NEEDS_FILE, ...planErrors],
    handle: async (request) =>
      planReply(await mergeService.merge(request, { ...mergeOptionsOf(request.body), signal: request.signal })),
  })
