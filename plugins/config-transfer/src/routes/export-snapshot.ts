import { defineRoute, Reply, streamed } from '@plinth/kernel'
import { errors } from '../errors.js'
import type { ExportService } from '../export/export-service.js'
import type { SnapshotService } from '../snapshots/snapshot-service.js'
import { configurationDocument, exportHeaders } from './export-config.js'
import { snapshotId } from './snapshot-on-the-wire.js'

export const exportSnapshot = (snapshotService: SnapshotService, exportService: ExportService, maxLevel: number) =>
  defineRoute({
    method: 'GET',
    path: '/settings/snapshots/:snapshot',
    operationId: 'exportSnapshot',
    summary: 'Export the configuration as it was when a snapshot was taken',
    access: { maxLevel },
    params: snapshotId,
    responses: { 200: streamed('application/json', configurationDocument) },
    headers: exportHeaders,
    errors: [errors.SNAPSHOT_NOT_FOUND, errors.TOO_MANY_EXPORTS],
    handle: async (request) => {
      const snapshot = await snapshotService.find(request.params.snapshot)
      return Reply.stream(await exportService.open(request, { snapshot }), {
        'Content-Type': 'application/json',
        'Content-Disposition': `attachment; filename="configuration_${snapshot.identifier}.json"`,
      })
    },
  })
