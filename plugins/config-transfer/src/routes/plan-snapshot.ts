import { defineRoute } from '@plinth/kernel'
import { errors, planErrors } from '../errors.js'
import type { PlanService } from '../plans/plan-service.js'
import { ENTITY_TAG, planReply, planShape } from './plan-on-the-wire.js'
import { snapshotId } from './snapshot-on-the-wire.js'

export const planSnapshot = (planService: PlanService, maxLevel: number) =>
  defineRoute({
    method: 'POST',
    path: '/settings/snapshots/:snapshot/plan',
    operationId: 'planSnapshot',
    summary: 'Plan the rollback to a snapshot',
    description:
      'Apply the plan to roll back, which takes a snapshot first. Roles and users that were created since then remain.',
    access: { maxLevel },
    params: snapshotId,
    responses: { 200: planShape },
    headers: ENTITY_TAG,
    errors: [errors.SNAPSHOT_NOT_FOUND, ...planErrors],
    handle: async (request) =>
      planReply(await planService.planSnapshot(request, request.params.snapshot, request.signal)),
  })
