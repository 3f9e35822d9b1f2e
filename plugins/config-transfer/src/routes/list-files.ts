import { defineRoute } from '@plinth/kernel'
import { array } from 'yup'
import type { FileService } from '../files/file-service.js'
import { fileOnTheWire, fileShape } from './file-on-the-wire.js'

export const listFiles = (fileService: FileService, maxLevel: number) =>
  defineRoute({
    method: 'GET',
    path: '/settings/files',
    operationId: 'uploadedFiles',
    summary: 'List the uploaded files that have not expired, the newest first',
    access: { maxLevel },
    responses: { 200: array(fileShape) },
    handle: async () => (await fileService.list()).map(fileOnTheWire),
  })
