import { type AnySchema, isSchema } from 'yup'

/** The part of a route that uses a schema. */
export type SchemaUse = 'params' | 'query' | 'body' | `response ${string}`

/** A part of a schema that a route uses. */
interface Part {
  readonly use: SchemaUse
  /** `items[].name`; empty for the whole schema. */
  readonly path: string
  readonly schema: AnySchema
}

/** Checks a part. Returns the end of a sentence that names the problem, if there is one. */
type Rule = (part: Part) => string | false | undefined

/** Features of yup that cannot work in a route: values are not cast, and validation is synchronous. */
const RULES: readonly Rule[] = [
  ({ schema }) =>
    schema.type === 'lazy' && 'is a lazy(), which the OpenAPI document cannot describe. Use mixed() with a test().',
  ({ schema, use }) =>
    isOfRequest(use) &&
    schema.type === 'date' &&
    'is a date(), but JSON has no dates. Use string().datetime(), and create the Date in handle.',
  ({ schema, use, path }) =>
    isParameters(use) &&
    path !== '' &&
    schema.type === 'object' &&
    'is an object(), but a parameter cannot be one. Use a parameter for each of its fields, or a body.',
  ({ schema, use }) =>
    isParameters(use) &&
    schema.type === 'array' &&
    'is an array(), but a parameter cannot be one. Use a string with a separator, or a body.',
  ({ schema, use }) =>
    isOfRequest(use) &&
    schema.spec.default !== undefined &&
    'has a default(), which is not applied, because values are not cast. Choose it in handle.',
  ({ schema, use }) =>
    isOfRequest(use) &&
    hasOwnTransform(schema) &&
    'has a transform(), which is not applied, because values are not cast. Do it in handle.',
  ({ schema, use }) =>
    isOfRequest(use) &&
    asyncTestOf(schema) &&
    `has the test "${asyncTestOf(schema)}", which is asynchronous. Do it in the service that handle calls.`,
]

/** Returns the problems of a schema of a route, each as the end of a sentence about the route. */
export function problemsOfSchema(use: SchemaUse, whole: AnySchema): string[] {
  return [...partsOf({ use, path: '', schema: whole })].flatMap((part) =>
    RULES.map((rule) => rule(part))
      .filter((problem) => typeof problem === 'string')
      .map((problem) => `whose ${use}${part.path && ` has the field "${part.path}", which`} ${problem}`),
  )
}

function* partsOf(part: Part): Generator<Part> {
  yield part
  const { use, path, schema } = part
  const { fields = {}, innerType, spec } = schema as AnySchema & { fields?: object; innerType?: AnySchema }
  const { types: items = [] } = spec as { types?: readonly AnySchema[] }
  for (const [name, field] of Object.entries(fields))
    if (isSchema(field))
      yield* partsOf({ use, path: path === '' ? name : `${path}.${name}`, schema: field as AnySchema })
  for (const item of innerType ? [innerType] : items) yield* partsOf({ use, path: `${path}[]`, schema: item })
}

/** Returns whether a schema validates requests. In response schemas, tests and defaults are harmless. */
function isOfRequest(use: SchemaUse): boolean {
  return use === 'body' || isParameters(use)
}

function isParameters(use: SchemaUse): boolean {
  return use === 'params' || use === 'query'
}

/**
 * Returns whether a schema has transforms other than the one that yup gives every schema of its type. Those of trim()
 * and lowercase() do not count, because they also test the value.
 */
function hasOwnTransform({ type, transforms = [], tests = [] }: AnySchema): boolean {
  const ofType = ['string', 'number', 'boolean'].includes(type) ? 1 : 0
  const tested = tests.filter(({ OPTIONS }) => ['trim', 'string_case'].includes(OPTIONS?.name ?? '')).length
  return transforms.length > ofType + tested
}

/** Returns the name of a test that is an async function. Others that return a promise fail at the first request. */
function asyncTestOf({ tests = [] }: AnySchema): string | undefined {
  const found = tests.find(({ OPTIONS }) => OPTIONS?.test.constructor.name === 'AsyncFunction')
  return found && (found.OPTIONS?.name ?? 'test')
}
