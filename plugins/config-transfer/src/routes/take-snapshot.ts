import { defineRoute } from '@plinth/kernel'
import type { SnapshotService } from '../snapshots/snapshot-service.js'
import { newSnapshotShape, snapshotOnTheWire, snapshotShape } from './snapshot-on-the-wire.js'

export const takeSnapshot = (snapshotService: SnapshotService, maxLevel: number) =>
  defineRoute({
    method: 'POST',
    path: '/settings/snapshots',
    operationId: 'takeSnapshot',
    summary: 'Take a snapshot of the configuration',
    access: { maxLevel },
    body: newSnapshotShape,
    example: { note: 'Before the new line' },
    responses: { 200: snapshotShape },
    handle: async (request) => snapshotOnTheWire(await snapshotService.take(request, request.body.note)),
  })
