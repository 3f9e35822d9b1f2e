import type { HiddenRoute } from '@plinth/testing'

/** The part of a JSON schema that the generator reads. */
export interface FieldSchema {
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly minimum?: number
  readonly maximum?: number
}

/** The part of an OpenAPI operation from which requests are generated. */
export interface Operation {
  readonly method: string
  /** The path, with parameters in braces. */
  readonly path: string
  readonly query: Readonly<Record<string, FieldSchema>>
  /** The fields of a JSON body; undefined if it has none. */
  readonly fields: Readonly<Record<string, FieldSchema>> | undefined
  readonly required: readonly string[]
  readonly takesFile: boolean
  /** Whether it requires a valid key, checks one if present, or ignores keys. */
  readonly keys: 'required' | 'optional' | 'ignored'
}

interface Document {
  readonly paths: Record<string, Record<string, DocumentedOperation>>
  readonly components: { readonly schemas: Record<string, BodySchema> }
}

interface DocumentedOperation {
  readonly responses: Record<string, { readonly content?: Record<string, unknown> }>
  readonly security: readonly object[]
  readonly parameters?: readonly { readonly in: string; readonly name: string; readonly schema: FieldSchema }[]
  readonly requestBody?: { readonly content: Record<string, { readonly schema: BodySchema }> }
}

interface BodySchema {
  readonly $ref?: string
  readonly properties?: Record<string, FieldSchema>
  readonly required?: readonly string[]
}

/**
 * Returns every operation of a document, and the hidden routes that the document omits. Leaves out responses without an
 * end, which would block the connection.
 */
export function operationsOf(document: object, hidden: readonly HiddenRoute[]): Operation[] {
  return [...documentedOperations(document as Document), ...hidden.map(hiddenOperation)]
}

function hiddenOperation({ method, path }: HiddenRoute): Operation {
  const template = path.replace(/:(\w+)/g, '{$1}')
  return { method, path: template, query: {}, fields: undefined, required: [], takesFile: false, keys: 'ignored' }
}

function documentedOperations({ paths, components }: Document): Operation[] {
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations)
      .filter(([, { responses }]) => !responses['200']?.content?.['text/event-stream'])
      .map(([method, { parameters = [], requestBody, security }]) => {
        const body = requestBody?.content['application/json']?.schema
        const schema = components.schemas[body?.$ref?.split('/').at(-1) ?? ''] ?? body
        return {
          method: method.toUpperCase(),
          path,
          query: Object.fromEntries(parameters.filter((it) => it.in === 'query').map((it) => [it.name, it.schema])),
          fields: schema?.properties,
          required: schema?.required ?? [],
          takesFile: requestBody?.content['multipart/form-data'] !== undefined,
          keys: keysOf(security),
        }
      }),
  )
}

/** An operation lists its security schemes. An empty scheme means that no key is needed. */
function keysOf(security: readonly object[]): Operation['keys'] {
  if (security.length === 0) return 'ignored'
  return security.some((kind) => Object.keys(kind).length === 0) ? 'optional' : 'required'
}
