import { defineRoute, messageShape } from '@plinth/kernel'
import { messageAfter } from '@plinth/kernel/tools'
import { errors } from '../errors.js'
import type { FileService } from '../files/file-service.js'
import { fileId } from './file-on-the-wire.js'

export const deleteFile = (fileService: FileService, maxLevel: number) =>
  defineRoute({
    method: 'DELETE',
    path: '/settings/files/:file',
    operationId: 'deleteUploadedFile',
    summary: 'Delete an uploaded file',
    access: { maxLevel },
    params: fileId,
    responses: { 200: messageShape('File deleted') },
    errors: [errors.FILE_NOT_FOUND],
    handle: async (request) => messageAfter(fileService.delete(request, request.params.file), 'File deleted'),
  })
