import { credentialErrors, defineRoute, Reply, upload } from '@plinth/kernel'
import { boolean, number, object, string } from 'yup'
import { errors } from '../errors.js'
import type { ImportService } from '../import/import-service.js'

const byTable = (value: object) => object({}).meta({ additionalProperties: value }).required()

const report = object({
  message: string().required(),
  summary: object({
    imported: number().integer().required(),
    skipped: number().integer().required(),
    errors: number().integer().required(),
  }).required(),
  results: object({
    imported: byTable({ type: 'integer' }),
    skipped: byTable({ type: 'integer' }),
    errors: byTable({ type: 'array', items: { type: 'string' } }),
  }).required(),
  default_password: string().meta({
    description: 'The password of the users that came in, where one was made for them. It is told only here.',
  }),
  cannot_log_in: number().integer().meta({
    description:
      'How many users came in without a password, where none is made for them: they cannot log in until one is set.',
  }),
})

export const importConfig = (importService: ImportService, maxLevel: number) =>
  defineRoute({
    method: 'POST',
    path: '/settings/import_config',
    summary: 'Import a configuration',
    description:
      'In one transaction. A record that is there already is skipped, one that cannot be imported is an error line. ' +
      '`dry_run` only reports; `atomic` writes nothing if any record fails, and answers 422 with the same report. ' +
      'Unless a password is set for imported users, one is made for those of this import and told once, as `default_password`.',
    access: { maxLevel },
    query: object({ dry_run: boolean(), atomic: boolean() }),
    body: upload('file', { onAbandoned: () => importService.countAbandonedUpload() }),
    responses: { 200: report, 422: report },
    errors: [
      errors.INVALID_JSON_FILE,
      errors.NOT_A_CONFIGURATION,
      errors.UNKNOWN_VERSION,
      errors.TOO_MANY_IMPORTS,
      ...Object.values(credentialErrors),
    ],
    handle: async (request) => {
      const { body, query, signal } = request
      const options = { dryRun: query.dry_run ?? false, atomic: query.atomic ?? false, signal }
      const { ending, report } = await importService.import(request, body, options)
      return Reply.json(report, { status: ending === 'refused' ? 422 : 200 })
    },
  })
