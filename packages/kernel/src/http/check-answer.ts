import { createRequire } from 'node:module'
import type { Ajv2020, ValidateFunction } from 'ajv/dist/2020.js'
import type { AnySchema } from 'yup'
import { jsonSchemaOf } from './openapi/json-schema.js'
import { Reply, type ResponseShape, type Responses, type TextResponse } from './responses.js'
import type { AnyRoute } from './route.js'
import { RouteFault } from './route-fault.js'

/** Makes a reply of what a handler returned, or throws a `RouteFault` when that is not what its route declares. */
export type CheckAnswer = (result: unknown) => Reply

/** The check of a route's answers. Each schema is compiled once, when it is first needed. */
export function compileAnswerCheck(route: AnyRoute): CheckAnswer {
  const { method, path, responses } = route
  const objections = new Map(
    Object.entries(responses as Responses).map(([status, shape]) => [status, objectionBy(shape)]),
  )
  const fault = (what: string) => new RouteFault(`${method} ${path} ${what}`)

  return (result) => {
    if (result === undefined) throw fault('returned nothing. A handler must return a body or a Reply.')
    const reply = result instanceof Reply ? result : Reply.json(result)
    const objectionTo = objections.get(String(reply.status))
    if (!objectionTo) throw fault(`answered ${reply.status}, which its responses do not declare.`)
    const objection = objectionTo(reply)
    if (objection) throw fault(`answered ${reply.status} with a body that its responses do not declare: ${objection}.`)
    return reply
  }
}

/** What is wrong with a reply, if anything. */
type Objection = (reply: Reply) => string | undefined

function objectionBy(shape: ResponseShape): Objection {
  if ('kind' in shape && shape.kind === 'stream') return () => undefined
  if ('kind' in shape && shape.kind === 'text') return textObjection(shape)
  return jsonObjection(shape as AnySchema)
}

function textObjection({ texts }: TextResponse): Objection {
  return ({ body }) => (texts.includes(String(body)) ? undefined : 'it is none of the texts')
}

function jsonObjection(schema: AnySchema): Objection {
  let validate: ValidateFunction | undefined
  return ({ body }) => {
    validate ??= compiler().compile(jsonSchemaOf(schema))
    // What JSON makes of a body (a Date, an undefined field) counts; to write it twice is needed only when it looks wrong.
    if (validate(body) || validate(JSON.parse(JSON.stringify(body) ?? 'null'))) return undefined
    return validate.errors?.map(({ instancePath, message }) => `${instancePath || 'the body'} ${message}`).join(', ')
  }
}

let made: Ajv2020 | undefined

/** Loaded with the first answer: it takes as long as half of the kernel. */
function compiler(): Ajv2020 {
  made ??= newCompiler()
  return made
}

function newCompiler(): Ajv2020 {
  const { Ajv2020 } = createRequire(import.meta.url)('ajv/dist/2020.js') as typeof import('ajv/dist/2020.js')
  return new Ajv2020({ strict: false, meta: false, validateSchema: false, validateFormats: false })
}
