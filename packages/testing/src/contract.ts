import { AssertionError } from 'node:assert'
import { Ajv2020, type AnySchemaObject, type ValidateFunction } from 'ajv/dist/2020.js'
import type { Contract, TestResponse } from './test-client.js'

interface Header {
  readonly required?: boolean
}

interface Operation {
  readonly responses: Record<string, DocumentedResponse>
}

interface DocumentedResponse {
  readonly content: Record<string, { schema: AnySchemaObject }>
  readonly description: string
  readonly headers?: Record<string, Header | { readonly $ref: string }>
}

/** A route that the document omits, and whose responses are not checked against it. */
export interface HiddenRoute {
  readonly method: string
  readonly path: string
}

interface Document {
  readonly paths: Record<string, Record<string, Operation>>
  readonly components: {
    readonly schemas: Record<string, AnySchemaObject>
    readonly headers?: Record<string, Header>
  }
}

/** Headers allowed on every response: those of HTTP itself, and those that the service always sends. */
const COMMON_HEADERS =
  /^(cache-control|connection|content-(encoding|length|security-policy|type)|date|keep-alive|referrer-policy|transfer-encoding|vary|x-(content-type|frame)-options|access-control-.*)$/

const PROBLEM: AnySchemaObject = { $ref: '#/components/schemas/Problem' }

/** Compiled contracts by document. Compiling takes longer than many tests, and most kernels share a document. */
const contracts = new Map<string, Contract>()
/** Checks no `format`, because a plugin may use any. */
const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: false })

/** Returns the contract of an OpenAPI document. `hidden` lists the routes that the document omits on purpose. */
export function contractOf(document: object, hidden: readonly HiddenRoute[] = []): Contract {
  const cacheKey = JSON.stringify([document, hidden.map(({ method, path }) => `${method} ${path}`)])
  const cached = contracts.get(cacheKey)
  if (cached) return cached
  const compiled = compile(document as Document, hidden)
  contracts.set(cacheKey, compiled)
  return compiled
}

function compile({ paths, components }: Document, hidden: readonly HiddenRoute[]): Contract {
  const hiddenPaths = pathsOf(hidden)
  const validators = new Map<AnySchemaObject, ValidateFunction>()
  const validatorOf = (schema: AnySchemaObject): ValidateFunction => {
    const cached = validators.get(schema)
    if (cached) return cached
    const compiled = ajv.compile({ ...schema, components })
    validators.set(schema, compiled)
    return compiled
  }

  return {
    check(method, path, response) {
      const call = `${method} ${path} → ${response.status}`
      const operation = operationFor(paths, method, path)
      if (!operation && operationFor(hiddenPaths, method, path)) return
      if (!operation) return checkProblem(call, validatorOf, response)
      const declared = operation.responses[String(response.status)]
      if (!declared)
        throw deviation(
          `${call}: the document does not declare this status. Add it to "responses" of the route, or the error to "errors": ${JSON.stringify(response.body)}`,
        )
      const type = response.headers['content-type']?.split(';')[0] ?? ''
      const content = declared.content[type] ?? declared.content['*/*']
      if (!content) throw deviation(`${call}: the document does not declare ${type}`)
      checkBody(call, validatorOf(content.schema), response.body)
      checkHeaders(call, headersOf(declared, components.headers), response.headers)
    },
  }
}

/** Converts hidden routes to the paths of a document. */
function pathsOf(routes: readonly HiddenRoute[]): Document['paths'] {
  const paths: Document['paths'] = {}
  for (const { method, path } of routes) {
    const template = path.replace(/:(\w+)/g, '{$1}')
    paths[template] = { ...paths[template], [method.toLowerCase()]: { responses: {} } }
  }
  return paths
}

function operationFor(paths: Document['paths'], method: string, path: string): Operation | undefined {
  const wanted = path.replace(/[?#].*$/s, '').replace(/\/$/, '')
  const verb = method.toLowerCase()
  const withMethod = Object.entries(paths).filter(([, operations]) => operations[verb])
  const exact = withMethod.find(([template]) => template.replace(/\/$/, '') === wanted)
  const [, operations] = exact ?? withMethod.find(([template]) => patternOf(template).test(wanted)) ?? []
  return operations?.[verb]
}

function patternOf(template: string): RegExp {
  return new RegExp(
    `^${template
      .replace(/\/$/, '')
      .replace(/[.]/g, '\\.')
      .replace(/\{\w+\}/g, '[^/]+')}$`,
  )
}

/** Checks the response to a request for which the document has no operation; it must be an error. */
function checkProblem(
  call: string,
  validatorOf: (schema: AnySchemaObject) => ValidateFunction,
  response: Pick<TestResponse, 'status' | 'body'>,
): void {
  if (response.status < 400) throw deviation(`${call}: the document has no such operation`)
  checkBody(call, validatorOf(PROBLEM), response.body)
}

function checkBody(call: string, validate: ValidateFunction, body: unknown): void {
  if (validate(body)) return
  throw deviation(
    `${call}: the response does not match the document: ${JSON.stringify(validate.errors)} in ${JSON.stringify(body)}`,
  )
}

/** Returns the documented headers of a response by lower-cased name. */
function headersOf(
  { headers = {} }: DocumentedResponse,
  shared: Readonly<Record<string, Header>> = {},
): ReadonlyMap<string, Header> {
  return new Map(
    Object.entries(headers).map(([name, header]) => {
      const resolved = '$ref' in header ? (shared[header.$ref.split('/').at(-1) ?? ''] ?? {}) : header
      return [name.toLowerCase(), resolved]
    }),
  )
}

function checkHeaders(call: string, declared: ReadonlyMap<string, Header>, headers: TestResponse['headers']): void {
  const undeclared = Object.keys(headers).filter((name) => !declared.has(name) && !COMMON_HEADERS.test(name))
  if (undeclared.length > 0)
    throw deviation(
      `${call}: the document does not declare the header ${undeclared.join(', ')}. Add it to the headers of the route.`,
    )
  const missing = [...declared].filter(([name, { required }]) => required && headers[name] === undefined)
  if (missing.length > 0) throw deviation(`${call}: the header ${missing.map(([name]) => name).join(', ')} is missing`)
}

/** Creates an AssertionError, so that runners report a failure and not an error. */
const deviation = (message: string) => new AssertionError({ message })
