import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { mixed, object, string } from 'yup'
import { EncodedBytes } from '../http/encoded-bytes.js'
import { httpErrors } from '../http/http-errors.js'
import type { JsonSchema } from '../http/openapi/json-schema.js'
import { plainText, Reply, streamed } from '../http/responses.js'
import { defineRoute } from '../http/route.js'

const SCRIPT = 'text/javascript; charset=utf-8'

/** The files of Swagger UI that the page asks for. */
const ASSETS: ReadonlyMap<string, string> = new Map([
  ['swagger-ui.css', 'text/css; charset=utf-8'],
  ['swagger-ui-bundle.js', SCRIPT],
  ['favicon-32x32.png', 'image/png'],
])

/** Everything from here and nothing from elsewhere; Swagger UI styles its elements in place and draws with data URLs. */
const PAGE_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"

const index = object({
  name: string().oneOf(['Plinth']).required(),
  docs: string().required(),
  openapi: string().required(),
  health: string().required(),
})

/** `GET /`, also at the root of a port of the kernel's own. */
export const getIndex = (basePath: string) => {
  const docs = `${basePath}/docs`
  const paths = { name: 'Plinth', docs, openapi: `${basePath}/openapi.json`, health: `${basePath}/health/ready` }
  const headers = { Vary: 'Accept' }
  const seeDocs = `See ${docs}`
  const toDocs = Reply.text(seeDocs, { status: 302, headers: { ...headers, Location: docs } })
  return defineRoute({
    method: 'GET',
    path: '/',
    operationId: 'index',
    group: 'service',
    summary: 'Where the page, the document and the health of this interface are',
    description: 'Sends browsers, which accept `text/html`, to the page.',
    access: 'public',
    hidden: true,
    responses: { 200: index, 302: plainText(seeDocs) },
    handle: ({ accept }) => (/\btext\/html\b/i.test(accept) ? toDocs : Reply.json(paths, { headers })),
  })
}

/** `GET /openapi.json`. */
export const getOpenapi = (document: () => JsonSchema) => {
  const bytes = madeOnce(async () => JSON.stringify(document()))
  return defineRoute({
    method: 'GET',
    path: '/openapi.json',
    group: 'service',
    summary: 'This interface as an OpenAPI 3.1 document',
    access: 'public',
    hidden: true,
    responses: { 200: streamed('application/json', object({}).meta({ additionalProperties: true })) },
    handle: async () => Reply.bytes(await bytes(), { 'Content-Type': 'application/json; charset=utf-8' }),
  })
}

/** `GET /docs`. */
export const getApiPage = (basePath: string) => {
  const bytes = madeOnce(async () => page(basePath))
  return defineRoute({
    method: 'GET',
    path: '/docs',
    group: 'service',
    summary: 'This interface as a page to read and try',
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

/** `GET /docs/:file`. */
export const getApiPageFile = (basePath: string) => {
  const files = filesOfPage(basePath)
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

interface PageFile {
  readonly contentType: string
  readonly bytes: () => Promise<EncodedBytes>
}

function filesOfPage(basePath: string): ReadonlyMap<string, PageFile> {
  const start = { contentType: SCRIPT, bytes: madeOnce(async () => startScript(basePath)) }
  const assets = [...ASSETS].map(([file, contentType]): [string, PageFile] => [
    file,
    { contentType, bytes: madeOnce(() => readFile(join(swaggerFolder(), file))) },
  ])
  return new Map([['start.js', start], ...assets])
}

/** Makes bytes when they are first asked for, and keeps them, unless that failed. */
function madeOnce(make: () => Promise<string | Buffer>): () => Promise<EncodedBytes> {
  let made: Promise<EncodedBytes> | undefined
  const encode = async () => EncodedBytes.of(Buffer.from(await make()))
  return () => {
    made ??= encode().catch((error) => {
      made = undefined
      throw error
    })
    return made
  }
}

function swaggerFolder(): string {
  return dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))
}

/** Less empty room at the top, and what is written pale on pale or white on bright made legible. */
const STYLE = `
body { margin: 0 }
.swagger-ui .info { margin: 24px 0 }
.swagger-ui .info a { color: #1f5fb0 }
.swagger-ui .info .title small { background: #525a68 }
.swagger-ui .info .title small.version-stamp { background: #4c6b00 }
.swagger-ui .scheme-container { padding: 12px 0 }
.swagger-ui .opblock .opblock-summary-method { color: #080a0b; text-shadow: none }
.swagger-ui .btn.authorize, .swagger-ui .btn.authorize svg { color: #17734a; border-color: #17734a }
.swagger-ui .btn.execute { background: #1f5fb0; border-color: #1f5fb0 }
.swagger-ui .parameter__name.required:after { color: #b3261e }
.swagger-ui .btn.cancel { color: #b3261e; border-color: #b3261e }
`

const page = (basePath: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Plinth – the REST interface</title>
<link rel="icon" href="${basePath}/docs/favicon-32x32.png">
<link rel="stylesheet" href="${basePath}/docs/swagger-ui.css">
<style>${STYLE}</style>
</head>
<body>
<div id="page"></div>
<script src="${basePath}/docs/swagger-ui-bundle.js"></script>
<script src="${basePath}/docs/start.js"></script>
</body>
</html>
`

/**
 * Swagger UI shows an open lock where a key is missing and a closed one where none is needed. Here a closed lock is on what needs a key,
 * and nothing on what does not.
 */
const LOCKS = `const locks = () => ({
  wrapComponents: {
    OperationSummary: (Original, { React }) => (props) => {
      const security = props.operationProps.get('security')
      const isOpen = security?.some((keys) => keys.isEmpty())
      const operationProps = props.operationProps.set('isAuthorized', true).set('security', isOpen ? security.clear() : security)
      return React.createElement(Original, { ...props, operationProps })
    },
  },
})
`

const startScript = (basePath: string) =>
  `${LOCKS}SwaggerUIBundle({ url: ${JSON.stringify(`${basePath}/openapi.json`)}, dom_id: '#page', deepLinking: true, validatorUrl: null, persistAuthorization: false, defaultModelsExpandDepth: -1, plugins: [locks] })\n`
