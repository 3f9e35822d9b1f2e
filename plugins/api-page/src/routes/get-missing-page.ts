import { defineRoute, streamed } from '@plinth/kernel'
import { errors } from '../errors.js'

/** `GET /docs` if Swagger UI is not installed. */
export const getMissingPage = (basePath: string) =>
  defineRoute({
    method: 'GET',
    path: '/docs',
    group: 'service',
    summary: 'Interactive documentation of the REST API',
    access: 'public',
    hidden: true,
    responses: { 200: streamed('text/html') },
    errors: [errors.API_PAGE_NOT_INSTALLED],
    handle: async () => {
      throw errors.API_PAGE_NOT_INSTALLED({ document: `${basePath}/openapi.json` })
    },
  })
