import { defineRoute, Reply, streamed } from '@plinth/kernel'
import { described } from '@plinth/kernel/tools'
import { object, string } from 'yup'
import { errors } from '../errors.js'
import type { ExportService } from '../export/export-service.js'

const DISPOSITION = 'attachment; filename="configuration_export.json"'

/** The tables of a document, with an example of a record. */
export const tablesOf = (unit: object) =>
  object({})
    .meta({
      description: 'The records of each configuration table, by its name.',
      additionalProperties: { type: 'array', items: { type: 'object' } },
      examples: [{ Units: [unit] }],
    })
    .required()

/** A configuration file. */
export const configurationDocument = object({
  version: described(string().required(), 'The version of the format.', '1.0'),
  exported_at: described(string().required(), 'ISO 8601 with an offset from UTC.', '2026-11-21T08:00:00+00:00'),
  data: tablesOf({ id: 1, name: 'degree Celsius', unit: '°C', variable_id: 'Temperature' }),
}).meta({ id: 'Configuration', description: 'A configuration file.' })

export const exportHeaders = {
  'Content-Disposition': described(string().required(), 'The file name for a browser.', DISPOSITION),
}

export const exportConfig = (exportService: ExportService, maxLevel: number) =>
  defineRoute({
    method: 'GET',
    path: '/settings/export_config',
    operationId: 'exportConfiguration',
    summary: 'Export the whole configuration',
    description: 'A consistent snapshot of all configuration tables, without historical data, passwords or tokens.',
    access: { maxLevel },
    responses: { 200: streamed('application/json', configurationDocument) },
    headers: exportHeaders,
    errors: [errors.TOO_MANY_EXPORTS],
    databaseUnavailable: errors.DATABASE_NOT_CONNECTED,
    handle: async (request) =>
      Reply.stream(await exportService.open(request), {
        'Content-Type': 'application/json',
        'Content-Disposition': DISPOSITION,
      }),
  })
