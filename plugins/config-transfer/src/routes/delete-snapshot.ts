import { defineRoute, messageShape } from '@plinth/kernel'
import { messageAfter } from '@plinth/kernel/tools'
import { errors } from '../errors.js'
import type { SnapshotService } from '../snapshots/snapshot-service.js'
import { snapshotId } from './snapshot-on-the-wire.js'

export const deleteSnapshot = (snapshotService: SnapshotService, maxLevel: number) =>
  defineRoute({
    method: 'DELETE',
    path: '/settings/snapshots/:snapshot',
    operationId: 'deleteSnapshot',
    summary: 'Delete a snapshot',
    access: { maxLevel },
    params: snapshotId,
    responses: { 200: messageShape('Snapshot deleted') },
    errors: [errors.SNAPSHOT_NOT_FOUND],
    handle: async (request) =>
      messageAfter(snapshotService.delete(request, request.params.snapshot), 'Snapshot deleted'),
  })
