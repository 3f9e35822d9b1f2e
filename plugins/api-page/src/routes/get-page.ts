import { defineRoute, EncodedBytes, Reply, streamed } from '@plinth/kernel'
import { page } from '../page.js'

/** Allows only resources of this origin. Swagger UI needs inline styles and data URLs for images. */
const PAGE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"

/** `GET /docs`. */
export const getPage = (basePath: string) => {
  const bytes = EncodedBytes.lazy(() => page(basePath))
  return defineRoute({
    method: 'GET',
    path: '/docs',
    group: 'service',
    summary: 'Interactive documentation of the REST API',
    access: 'public',
    hidden: true,
    responses: { 200: streamed('text/html') },
    handle: async () =>
      Reply.bytes(await bytes(), {
        'Content-Type': 'text/html; charset=utf-8',
        'Content-Security-Policy': PAGE_POLICY,
      }),
  })
}
