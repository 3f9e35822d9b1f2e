import { defineRoute, Reply, streamed } from '@plinth/kernel'
import { object } from 'yup'
import { errors } from '../errors.js'
import type { ExportService } from '../export/export-service.js'
import { configurationDocument, exportHeaders, tablesOf } from './export-config.js'

const canonicalDocument = object({
  version: configurationDocument.fields.version,
  data: tablesOf({ name: 'degree Celsius', variable: 'Temperature', unit: '°C' }),
}).meta({ id: 'CanonicalConfiguration', description: 'A configuration file in canonical form.' })

export const canonicalConfig = (exportService: ExportService, maxLevel: number) =>
  defineRoute({
    method: 'GET',
    path: '/settings/canonical_config',
    operationId: 'canonicalConfiguration',
    summary: 'Export the whole configuration in canonical form',
    description:
      'The same content always gives the same bytes, whatever the database and the history: tables and records in the order of their names, one record a line, without row ids and without a time. It can be imported and planned.',
    access: { maxLevel },
    responses: { 200: streamed('application/json', canonicalDocument) },
    headers: exportHeaders,
    errors: [errors.TOO_MANY_EXPORTS],
    handle: async (request) =>
      Reply.stream(await exportService.open(request, { isCanonical: true }), {
        'Content-Type': 'application/json',
        'Content-Disposition': 'attachment; filename="configuration.json"',
      }),
  })
