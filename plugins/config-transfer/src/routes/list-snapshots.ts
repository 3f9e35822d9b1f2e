import { defineRoute } from '@plinth/kernel'
import { array } from 'yup'
import type { SnapshotService } from '../snapshots/snapshot-service.js'
import { snapshotOnTheWire, snapshotShape } from './snapshot-on-the-wire.js'

export const listSnapshots = (snapshotService: SnapshotService, maxLevel: number) =>
  defineRoute({
    method: 'GET',
    path: '/settings/snapshots',
    operationId: 'snapshots',
    summary: 'List the snapshots of the configuration, the newest first',
    access: { maxLevel },
    responses: { 200: array(snapshotShape) },
    handle: async () => (await snapshotService.list()).map(snapshotOnTheWire),
  })
