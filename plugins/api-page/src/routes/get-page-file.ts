import { defineRoute, httpErrors, Reply, streamed } from '@plinth/kernel'
import { mixed, object, string } from 'yup'
import { pageFiles } from '../page-files.js'

/** `GET /docs/:file`. `folder` is that of Swagger UI. */
export const getPageFile = (basePath: string, folder: string) => {
  const files = pageFiles(basePath, folder)
  return defineRoute({
    method: 'GET',
    path: '/docs/:file',
    group: 'service',
    summary: 'A file of the page',
    access: 'public',
    hidden: true,
    params: object({ file: string().required().max(64) }),
    responses: { 200: streamed('*/*', mixed()) },
    errors: [httpErrors.NOT_FOUND],
    handle: async ({ params: { file } }) => {
      const found = files.get(file)
      if (!found) throw httpErrors.NOT_FOUND()
      const headers = { 'Content-Type': found.contentType, 'Cache-Control': 'public, max-age=3600' }
      return Reply.bytes(await found.bytes(), headers)
    },
  })
}
