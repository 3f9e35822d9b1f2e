import { AssertionError } from 'node:assert'
import { Ajv2020, type AnySchemaObject, type ValidateFunction } from 'ajv/dist/2020.js'
import type { Answer } from './test-client.js'

/** Holds answers against an OpenAPI document. */
export interface Contract {
  /** Throws an `AssertionError` when an answer is not one that the document allows for the call. */
  check(method: string, path: string, answer: Pick<Answer, 'status' | 'headers' | 'body'>): void
}

interface Operation {
  readonly responses: Record<string, { content: Record<string, { schema: AnySchemaObject }>; description: string }>
}

interface Document {
  readonly paths: Record<string, Record<string, Operation>>
  readonly components: { readonly schemas: Record<string, AnySchemaObject> }
}

const PROBLEM: AnySchemaObject = { $ref: '#/components/schemas/Problem' }

/** Compiling takes longer than many a test, and nearly every kernel has the same document as the one before. */
const contracts = new Map<string, Contract>()
const ajv = new Ajv2020({ strict: false, allErrors: true })

/** The contract that an OpenAPI document is. */
export function contractOf(document: object): Contract {
  const text = JSON.stringify(document)
  const known = contracts.get(text)
  if (known) return known
  const made = compile(document as Document)
  contracts.set(text, made)
  return made
}

function compile({ paths, components }: Document): Contract {
  const validators = new Map<AnySchemaObject, ValidateFunction>()
  const validatorOf = (schema: AnySchemaObject): ValidateFunction => {
    const known = validators.get(schema)
    if (known) return known
    const made = ajv.compile({ ...schema, components })
    validators.set(schema, made)
    return made
  }

  return {
    check(method, path, answer) {
      const call = `${method} ${path} → ${answer.status}`
      const operation = operationFor(paths, method, path)
      if (!operation) return checkProblem(call, validatorOf, answer)
      const response = operation.responses[String(answer.status)]
      if (!response)
        throw deviation(`${call}: the document does not declare this status: ${JSON.stringify(answer.body)}`)
      const type = answer.headers['content-type']?.split(';')[0] ?? ''
      const content = response.content[type] ?? response.content['*/*']
      if (!content) throw deviation(`${call}: the document does not declare ${type}`)
      checkBody(call, validatorOf(content.schema), answer.body)
      checkCode(call, response.description, answer.body)
    },
  }
}

function operationFor(paths: Document['paths'], method: string, path: string): Operation | undefined {
  const { pathname } = new URL(`http://service${path}`) // as restify and browsers do: `/users/.` is `/users/`
  const wanted = pathname.replace(/\/$/, '')
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

/** What has no operation can only be answered with an error. */
function checkProblem(
  call: string,
  validatorOf: (schema: AnySchemaObject) => ValidateFunction,
  answer: Pick<Answer, 'status' | 'body'>,
): void {
  if (answer.status < 400) throw deviation(`${call}: the document has no such operation`)
  checkBody(call, validatorOf(PROBLEM), answer.body)
}

function checkBody(call: string, validate: ValidateFunction, body: unknown): void {
  if (validate(body)) return
  throw deviation(
    `${call}: the answer is not as documented: ${JSON.stringify(validate.errors)} in ${JSON.stringify(body)}`,
  )
}

function checkCode(call: string, description: string, body: unknown): void {
  if (typeof body !== 'object' || body === null || !('code' in body)) return
  if (!description.includes(`\`${String(body.code)}\``))
    throw deviation(`${call}: the document does not declare the code ${String(body.code)}`)
}

/** Not as expected, rather than broken: runners tell the two apart. */
const deviation = (message: string) => new AssertionError({ message })
