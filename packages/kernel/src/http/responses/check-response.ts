import { createRequire } from 'node:module'
import { Readable } from 'node:stream'
import type { Ajv2020, ValidateFunction } from 'ajv/dist/2020.js'
import type { AnySchema } from 'yup'
import { jsonSchemaOf } from '../openapi/json-schema.js'
import type { AnyRoute } from '../route.js'
import { EncodedBytes } from './encoded-bytes.js'
import { Reply, type ResponseShape, type Responses, type StreamResponse, type TextResponse } from './responses.js'
import { RouteFault } from './route-fault.js'

/** Returns the result of a handler as a reply. Throws a `RouteFault` if its route does not declare such a response. */
export type CheckResponse = (result: unknown) => Reply

/** Returns the response check of a route. Each schema is compiled when it is first needed. */
export function compileResponseCheck(route: AnyRoute): CheckResponse {
  const { method, path, responses } = route
  const problemFinders = new Map(
    Object.entries(responses as Responses).map(([status, shape]) => [status, problemFinder(shape)]),
  )
  const fault = (what: string) => new RouteFault(`${method} ${path} ${what}`)

  return (result) => {
    if (result === undefined) throw fault('returned nothing. A handler must return a body or a Reply.')
    const reply = result instanceof Reply ? result : Reply.json(result)
    const findProblem = problemFinders.get(String(reply.status))
    if (!findProblem) throw fault(`returned ${reply.status}, which its responses do not declare. Add a schema for it.`)
    const problem = findProblem(reply)
    if (problem === undefined) return reply
    if (reply.body instanceof Readable) reply.body.destroy() // otherwise it would stay open
    throw fault(`returned ${reply.status} with a body that its responses do not declare: ${problem}.`)
  }
}

/** Returns what is wrong with a reply, or `undefined`. */
type FindProblem = (reply: Reply) => string | undefined

function problemFinder(shape: ResponseShape): FindProblem {
  if ('kind' in shape && shape.kind === 'stream') return (reply) => streamProblem(shape, reply)
  if ('kind' in shape && shape.kind === 'text') return (reply) => textProblem(shape, reply)
  return jsonProblemFinder(shape as AnySchema)
}

function streamProblem({ contentType }: StreamResponse, { body, headers }: Reply): string | undefined {
  const isSendable =
    body instanceof Readable || body instanceof EncodedBytes || Buffer.isBuffer(body) || typeof body === 'string'
  if (!isSendable) return 'it is neither a stream nor bytes nor a string'
  if (contentType === '*/*' || isOfType(headers, contentType)) return undefined
  return `it is not sent as ${contentType}. Add the header Content-Type to the Reply`
}

function textProblem({ texts }: TextResponse, { body, headers }: Reply): string | undefined {
  if (!isOfType(headers, 'text/plain')) return 'it is not sent as text/plain. Use Reply.text(…)'
  return texts.includes(String(body)) ? undefined : 'it is not one of the declared texts'
}

function jsonProblemFinder(schema: AnySchema): FindProblem {
  let validate: ValidateFunction | undefined
  return ({ body, headers }) => {
    if (headers['Content-Type'] && !isOfType(headers, 'application/json')) return 'it is not sent as JSON'
    validate ??= compiler().compile(jsonSchemaOf(schema))
    // The serialised body must match the schema. To save time, a body that JSON does not change is checked directly.
    if (isUnchangedByJson(body) && validate(body)) return undefined
    if (validate(JSON.parse(JSON.stringify(body) ?? 'null'))) return undefined
    return validate.errors?.map(({ instancePath, message }) => `${instancePath || 'the body'} ${message}`).join(', ')
  }
}

function isOfType(headers: Reply['headers'], contentType: string): boolean {
  return headers['Content-Type']?.split(';')[0] === contentType
}

/**
 * Returns whether JSON leaves a value unchanged: no Date, no Map, no getter of a class. Fields that are `undefined` do
 * not count, as a schema treats them like absent ones. Uses loops because they are faster than `every`.
 */
function isUnchangedByJson(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return typeof value !== 'number' || Number.isFinite(value)
  if (!Array.isArray(value)) return isUnchangedObject(value)
  for (const item of value) if (!isUnchangedByJson(item)) return false
  return true
}

function isUnchangedObject(value: object): boolean {
  const prototype = Object.getPrototypeOf(value)
  if (prototype !== Object.prototype && prototype !== null) return false
  for (const name in value) if (!isUnchangedByJson((value as Record<string, unknown>)[name])) return false
  return true
}

let cachedCompiler: Ajv2020 | undefined

/** Returns the compiler. Loaded on first use, because loading it takes half as long as the whole kernel. */
function compiler(): Ajv2020 {
  cachedCompiler ??= createCompiler()
  return cachedCompiler
}

function createCompiler(): Ajv2020 {
  const { Ajv2020 } = createRequire(import.meta.url)('ajv/dist/2020.js') as typeof import('ajv/dist/2020.js')
  return new Ajv2020({ strict: false, strictNumbers: true, meta: false, validateSchema: false, validateFormats: false })
}
