import type { ObjectSchema } from 'yup'
import type { AnyErrorKind } from '../../errors/define-errors.js'
import type { Access } from '../access.js'
import { httpErrors } from '../http-errors.js'
import { Reply, type ResponseShape } from '../responses.js'
import type { AnyRoute } from '../route.js'
import { type JsonSchema, jsonSchemaOf } from './json-schema.js'

export interface DocumentOptions {
  readonly basePath: string
  readonly version: string
}

/** Prints the OpenAPI 3.1 document of routes. */
export function openapiDocument(routes: readonly AnyRoute[], { basePath, version }: DocumentOptions): JsonSchema {
  const paths: Record<string, JsonSchema> = {}
  for (const route of routes) {
    const path = route.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation(route) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Plinth',
      version,
      description: 'Users, authentication, third-party tokens, configuration transfer and logging settings.',
    },
    servers: [{ url: basePath }],
    paths,
    components: {
      schemas: { Problem: PROBLEM },
      securitySchemes: {
        // The API page puts the cursor into the last one.
        bearer: { type: 'http', scheme: 'bearer', description: 'The same key, as `Authorization: Bearer …`.' },
        apiKey: {
          type: 'apiKey',
          in: 'header',
          name: 'X-API-KEY',
          description: 'A key from login, or a third-party token.',
        },
      },
    },
  }
}

const PROBLEM: JsonSchema = {
  type: 'object',
  required: ['message', 'code', 'request_id'],
  properties: {
    message: { type: 'string', description: 'For people.' },
    code: { type: 'string', description: 'Stable; for programs.' },
    request_id: { type: 'string', description: 'Also in the header X-Request-Id and in the log.' },
    errors: {
      type: 'array',
      items: {
        type: 'object',
        required: ['field', 'message'],
        properties: { field: { type: 'string' }, message: { type: 'string' } },
        additionalProperties: false,
      },
    },
  },
  additionalProperties: false,
  examples: [
    {
      message: 'Token is missing or invalid',
      code: 'TOKEN_INVALID',
      request_id: '978ee465-7adb-436e-84eb-efc15f738851',
    },
  ],
}

function operation(route: AnyRoute): JsonSchema {
  const body = requestBody(route)
  return {
    operationId: operationId(route),
    tags: [route.group ?? route.path.split('/')[1] ?? ''],
    summary: route.summary,
    ...(route.description && { description: route.description }),
    security: security(route.access),
    parameters: [...parameters('path', route.params), ...parameters('query', route.query)],
    ...(body && { requestBody: body }),
    responses: responses(route),
  }
}

function operationId(route: AnyRoute): string {
  const words = (route.path === '/' ? 'index' : route.path).split(/[/_:.-]+/).filter(Boolean)
  return [route.method.toLowerCase(), ...words]
    .map((word, index) => (index ? word[0]?.toUpperCase() + word.slice(1) : word))
    .join('')
}

function security(access: Access): JsonSchema[] {
  const keys: JsonSchema[] = [{ apiKey: [] }, { bearer: [] }]
  if (access === 'public') return []
  return access === 'optional' ? [{}, ...keys] : keys
}

function parameters(place: 'path' | 'query', schema: ObjectSchema<object> | undefined): JsonSchema[] {
  if (!schema) return []
  const { properties = {}, required = [] } = jsonSchemaOf(schema) as {
    properties?: Record<string, JsonSchema>
    required?: string[]
  }
  return Object.entries(properties).map(([name, json]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: json,
  }))
}

function requestBody({ body, example }: AnyRoute): JsonSchema | undefined {
  if (!body) return undefined
  if (body.kind !== 'upload') {
    const examples = example === undefined ? {} : { examples: [example] }
    return { required: true, content: { 'application/json': { schema: { ...jsonSchemaOf(body), ...examples } } } }
  }
  const schema = {
    type: 'object',
    required: [body.part],
    properties: { [body.part]: { type: 'string', format: 'binary', contentMediaType: 'application/octet-stream' } },
  }
  return { required: true, content: { 'multipart/form-data': { schema } } }
}

function responses(route: AnyRoute): JsonSchema {
  const good = Object.entries(route.responses as Record<string, ResponseShape>).map(
    ([status, shape]) =>
      [status, { description: describe(status), headers: HEADERS, content: content(shape) }] as const,
  )
  const result: Record<string, JsonSchema> = Object.fromEntries(good)
  const errors = groupByStatus(errorsOf(route))
  for (const [status, kinds] of errors) result[status] = withErrors(result[status], kinds)
  return result
}

function withErrors(response: JsonSchema | undefined, kinds: readonly AnyErrorKind[]): JsonSchema {
  const codes = kinds.map(({ code, text }) => `\`${code}\`: ${text}`).join('\n\n')
  const problem = { $ref: '#/components/schemas/Problem' }
  const { 'application/json': json, ...others } = (response?.content ?? {}) as Record<string, { schema: JsonSchema }>
  const schema = json ? { anyOf: [json.schema, problem] } : problem
  return { description: codes, headers: HEADERS, content: { 'application/json': { schema }, ...others } }
}

const HEADERS = { 'X-Request-Id': { schema: { type: 'string' } } }

function describe(status: string): string {
  if (status.startsWith('3')) return 'See the header Location.'
  return status.startsWith('2') ? 'Done.' : 'Not done.'
}

function content(shape: ResponseShape): JsonSchema {
  if ('kind' in shape && shape.kind === 'text')
    return { 'text/plain': { schema: { type: 'string', enum: shape.texts } } }
  if ('kind' in shape && shape.kind === 'stream')
    return { [shape.contentType]: { schema: shape.schema ? jsonSchemaOf(shape.schema) : {} } }
  return { 'application/json': { schema: jsonSchemaOf(shape as Exclude<ResponseShape, { kind: string }>) } }
}

function groupByStatus(kinds: readonly AnyErrorKind[]): Map<string, AnyErrorKind[]> {
  const groups = new Map<string, AnyErrorKind[]>()
  for (const kind of kinds) groups.set(String(kind.status), [...(groups.get(String(kind.status)) ?? []), kind])
  return groups
}

/** Those that a route names, and those that follow from its access and its body. */
function errorsOf(route: AnyRoute): AnyErrorKind[] {
  const e = httpErrors
  const always = [e.INVALID_PARAMETERS, e.UNSUPPORTED_ENCODING, e.INTERNAL_ERROR, e.NOT_RUNNING, e.DATABASE_UNAVAILABLE]
  const json = [
    e.BODY_ALREADY_READ,
    e.NOT_JSON,
    e.INVALID_BODY,
    e.BODY_INCOMPLETE,
    e.BODY_TOO_LARGE,
    e.UNSUPPORTED_MEDIA_TYPE,
  ]
  const file = [
    e.BODY_ALREADY_READ,
    e.NO_FILE_PROVIDED,
    e.MALFORMED_FORM,
    e.BODY_INCOMPLETE,
    e.BODY_TOO_LARGE,
    e.UPLOAD_FAILED,
  ]
  return [
    ...(route.errors ?? []),
    ...(route.params ? [e.NOT_FOUND, e.BAD_REQUEST] : []),
    ...(route.databaseAway && !(route.databaseAway instanceof Reply) ? [route.databaseAway] : []),
    ...accessErrors(route),
    ...(route.body ? (route.body.kind === 'upload' ? file : json) : []),
    ...always,
  ]
}

function accessErrors({ access, method, beforePasswordChange }: AnyRoute): AnyErrorKind[] {
  const e = httpErrors
  const mayLoseRole = method !== 'GET' && access !== 'person' // while the request waits
  if (access === 'public') return []
  return [
    e.TOKEN_INVALID,
    ...(access === 'person' ? [e.PERSON_REQUIRED] : []),
    ...(typeof access === 'object' || mayLoseRole ? [e.ROLE_INSUFFICIENT] : []),
    ...(beforePasswordChange ? [] : [e.PASSWORD_MUST_BE_CHANGED]),
  ]
}
