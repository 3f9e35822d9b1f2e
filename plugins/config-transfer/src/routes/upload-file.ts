import { defineRoute, upload } from '@plinth/kernel'
import { errors, fileErrors } from '../errors.js'
import type { FileService } from '../files/file-service.js'
import { fileOnTheWire, fileShape } from './file-on-the-wire.js'

export const uploadFile = (fileService: FileService, maxLevel: number) =>
  defineRoute({
    method: 'POST',
    path: '/settings/files',
    operationId: 'uploadConfiguration',
    summary: 'Upload a configuration file to compare or merge it',
    description: 'Does not change the configuration. The file expires after the same time as a plan.',
    access: { maxLevel },
    body: upload('file', { description: 'A configuration file, in the format of the export.' }),
    responses: { 200: fileShape },
    errors: [
      ...fileErrors,
      errors.TOO_MANY_PLANS, // uploads and plans wait in one queue
      errors.TOO_MANY_RECORDS,
      errors.TOO_MANY_STORED_FILES,
    ],
    handle: async (request) => fileOnTheWire(await fileService.receive(request, request.body, request.signal)),
  })
