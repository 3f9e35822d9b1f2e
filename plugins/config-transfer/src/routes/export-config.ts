import { defineRoute, Reply, streamed } from '@plinth/kernel'
import { object, string } from 'yup'
import { errors } from '../errors.js'
import type { ExportService } from '../export/export-service.js'

const document = object({
  version: string().required(),
  exported_at: string().required(),
  data: object({})
    .meta({ additionalProperties: { type: 'array', items: { type: 'object' } } })
    .required(),
})

export const exportConfig = (exportService: ExportService, maxLevel: number) =>
  defineRoute({
    method: 'GET',
    path: '/settings/export_config',
    summary: 'Export the whole configuration',
    description: 'All configuration tables as they are at one moment, without historical data, passwords or tokens.',
    access: { maxLevel },
    responses: { 200: streamed('application/json', document) },
    errors: [errors.TOO_MANY_EXPORTS],
    databaseAway: errors.DATABASE_NOT_CONNECTED,
    handle: async (request) =>
      Reply.stream(await exportService.open(request), {
        'Content-Type': 'application/json',
        'Content-Disposition': 'attachment; filename="configuration_export.json"',
      }),
  })
