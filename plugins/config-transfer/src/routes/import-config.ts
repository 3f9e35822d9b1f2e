import { defineRoute, Reply, upload } from '@plinth/kernel'
import { credentialErrors } from '@plinth/kernel/contracts'
import { described } from '@plinth/kernel/tools'
import { boolean, number, object, string } from 'yup'
import { errors, fileErrors } from '../errors.js'
import type { ImportService } from '../import/import-service.js'

const FAILED_TAG = 'T-101: unit "°X" not found'

const count = (description: string, example: number) => described(number().integer().required(), description, example)

const byTable = (description: string, value: object, example: object) =>
  object({})
    .meta({ description, additionalProperties: value, examples: [example] })
    .required()

const report = object({
  message: described(
    string().required(),
    'Human-readable summary.',
    'Import completed: 2 imported, 1 skipped, 1 errors.',
  ),
  summary: described(
    object({
      imported: count('Records imported.', 2),
      skipped: count('Records that already existed.', 1),
      errors: count('Records that could not be imported.', 1),
    }).required(),
    'Numbers of records of all tables, by result.',
  ),
  results: described(
    object({
      imported: byTable('Number of records imported, by table.', { type: 'integer' }, { Units: 2 }),
      skipped: byTable('Number of records that already existed, by table.', { type: 'integer' }, { Units: 1 }),
      errors: byTable(
        'Reasons why records could not be imported, one line each, by table.',
        { type: 'array', items: { type: 'string' } },
        { Tags: [FAILED_TAG] },
      ),
    }).required(),
    'The same numbers by table; errors as lines.',
  ),
  skipped_records: object({}).meta({
    description: 'The names of the records that already existed, by table, at most 1000 of each.',
    additionalProperties: { type: 'array', items: { type: 'string' } },
    examples: [{ Units: ['°C'] }],
  }),
  default_password: described(
    string(),
    'The password generated for the imported users, if any. It is shown only here.',
  ),
  cannot_log_in: described(
    number().integer(),
    'Number of users imported without a password; they cannot log in until one is set.',
  ),
}).meta({ id: 'ImportReport', description: 'The result of an import.' })

const REFUSED = {
  message:
    'Nothing was written, because there are errors; without atomic the result would be: 2 imported, 1 skipped, 1 errors.',
  summary: { imported: 2, skipped: 1, errors: 1 },
  results: { imported: { Units: 2 }, skipped: { Units: 1 }, errors: { Tags: [FAILED_TAG] } },
}

export const importConfig = (importService: ImportService, maxLevel: number) =>
  defineRoute({
    method: 'POST',
    path: '/settings/import_config',
    operationId: 'importConfiguration',
    summary: 'Import a configuration',
    description:
      'Runs in one transaction. Records that already exist are skipped; each that cannot be imported is reported as an error. ' +
      '`dry_run` only reports; `atomic` writes nothing if any record fails, and responds 422 with the same report. ' +
      'Unless a password for imported users is configured, one is generated for each import and shown once, as `default_password`.',
    access: { maxLevel },
    query: object({
      dry_run: boolean().meta({ description: 'Only report, and write nothing.', default: false }),
      atomic: boolean().meta({ description: 'Write nothing if any record fails.', default: false }),
    }),
    body: upload('file', {
      description: 'A configuration file, in the format of the export.',
      onAbandoned: () => importService.countAbandonedUpload(),
    }),
    responses: { 200: report, 422: report.meta({ examples: [REFUSED] }) },
    errors: [...fileErrors, errors.TOO_MANY_IMPORTS, errors.IMPORT_OUTDATED, ...Object.values(credentialErrors)],
    handle: async (request) => {
      const { body, query, signal } = request
      const options = { dryRun: query.dry_run ?? false, atomic: query.atomic ?? false, signal }
      const { result, report } = await importService.import(request, body, options)
      return Reply.json(report, { status: result === 'refused' ? 422 : 200 })
    },
  })
