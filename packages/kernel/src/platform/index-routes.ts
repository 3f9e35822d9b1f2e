import { object, string } from 'yup'
import type { Page } from '../contracts/page.js'
import type { JsonSchema } from '../http/openapi/json-schema.js'
import { EncodedBytes } from '../http/responses/encoded-bytes.js'
import { plainText, Reply, streamed } from '../http/responses/responses.js'
import { defineRoute } from '../http/route.js'

const index = object({
  name: string().oneOf(['Plinth']).required(),
  openapi: string().required(),
  health: string().required(),
}).meta({ additionalProperties: { type: 'string' } })

/** `GET /`. On the kernel's own port it is also served at the root. */
export const getIndex = (basePath: string, pages: readonly Page[]) => {
  const headers = { Vary: 'Accept' }
  const pathsOfPages = Object.fromEntries(pages.map(({ name, path }) => [name, basePath + path]))
  const ownPaths = { openapi: `${basePath}/openapi.json`, health: `${basePath}/health/ready` }
  const programReply = Reply.json({ name: 'Plinth', ...pathsOfPages, ...ownPaths }, { headers })
  const firstPage = basePath + (pages[0]?.path ?? '/openapi.json')
  const seePage = `See ${firstPage}`
  const browserReply = Reply.text(seePage, { status: 302, headers: { ...headers, Location: firstPage } })
  return defineRoute({
    method: 'GET',
    path: '/',
    operationId: 'index',
    group: 'service',
    summary: 'Links to the pages, the OpenAPI document and the health check',
    description:
      'Redirects browsers, which accept `text/html`, to the first page, or to the document if there is no page.',
    access: 'public',
    hidden: true,
    responses: { 200: index, 302: plainText(seePage) },
    handle: ({ accept }) => (/\btext\/html\b/i.test(accept) ? browserReply : programReply),
  })
}

/** `GET /openapi.json`. */
export const getOpenapi = (document: () => JsonSchema) => {
  const bytes = EncodedBytes.lazy(() => JSON.stringify(document()))
  return defineRoute({
    method: 'GET',
    path: '/openapi.json',
    group: 'service',
    summary: 'The REST API as an OpenAPI 3.1 document',
    access: 'public',
    hidden: true,
    responses: { 200: streamed('application/json', object({}).meta({ additionalProperties: true })) },
    handle: async () => Reply.bytes(await bytes(), { 'Content-Type': 'application/json; charset=utf-8' }),
  })
}
