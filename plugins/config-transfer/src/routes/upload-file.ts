import { defineRoute, upload } from '@plinth/kernel'
import { errors } from '../errors.js'
import type { FileService } from '../files/file-service.js'
import { fileOnTheWire, fileShape } from './file-on-the-wire.js'

export const uploadFile = (fileService: FileService, maxLevel: number) =>
  defineRoute({
    method: 'POST',
    path: '/settings/files',
    operationId: 'uploadConfiguration',
    summary: 'Upload a configuration file to compare or merge it',
    description: 'Changes nothing. The file is kept as long as a plan.',
    access: { maxLevel },
    body: upload('file', { description: 'A configuration file, in the format of the export.' }),
    responses: { 200: fileShape },
    errors: [
      errors.INVALID_JSON_FILE,
      errors.NOT_A_CONFIGURATION,
      errors.UNKNOWN_VERSION,
      errors.TOO_MANY_PLANS,
      errors.TOO_MANY_STORED_FILES,
    ],
    handle: async (request) => fileOnTheWire(await fileService.receive(request, request.body, request.signal)),
  })
