import { type AnySchema, isSchema } from 'yup'

/** Where in a route a schema is used. */
export type SchemaUse = 'params' | 'query' | 'body' | `response ${string}`

/** A schema of a route, or a field in it. */
interface SchemaNode {
  readonly use: SchemaUse
  /** `items[].name`; empty for the whole schema. */
  readonly path: string
  readonly schema: AnySchema
}

/** Returns the problem as the end of a sentence, such as `is a lazy(), …`, or nothing. */
type Rule = (node: SchemaNode) => string | false | undefined

/** Features of yup that cannot work in a route: values are not cast, and validation is synchronous. */
const RULES: readonly Rule[] = [
  ({ schema }) =>
    schema.type === 'lazy' && 'is a lazy(), which the OpenAPI document cannot describe. Use mixed() with a test().',
  ({ schema, use }) =>
    isInRequest(use) &&
    schema.type === 'date' &&
    'is a date(), but JSON has no dates. Use string().datetime(), and create the Date in handle.',
  ({ schema, use, path }) =>
    isInParameters(use) &&
    path !== '' &&
    schema.type === 'object' &&
    'is an object(), but a parameter cannot be one. Use a parameter for each of its fields, or a body.',
  ({ schema, use }) =>
    isInParameters(use) &&
    schema.type === 'array' &&
    'is an array(), but a parameter cannot be one. Use a string with a separator, or a body.',
  ({ schema, use }) =>
    isInRequest(use) &&
    schema.spec.default !== undefined &&
    'has a default(), which is not applied, because values are not cast. Choose it in handle.',
  ({ schema, use }) =>
    isInRequest(use) &&
    hasOwnTransform(schema) &&
    'has a transform(), which is not applied, because values are not cast. Do it in handle.',
  ({ schema, use }) =>
    isInRequest(use) &&
    asyncTestOf(schema) &&
    `has the test "${asyncTestOf(schema)}", which is asynchronous. Do it in the service that handle calls.`,
]

/**
 * Returns the problems of a schema of a route, each as the end of a sentence about the route, such as `whose body has
 * the field "at", which is a date(), …`.
 */
export function schemaProblems(use: SchemaUse, whole: AnySchema): string[] {
  return [...nodesOf({ use, path: '', schema: whole })].flatMap((node) =>
    RULES.map((rule) => rule(node))
      .filter((problem) => typeof problem === 'string')
      .map((problem) => `whose ${use}${node.path && ` has the field "${node.path}", which`} ${problem}`),
  )
}

function* nodesOf(node: SchemaNode): Generator<SchemaNode> {
  yield node
  const { use, path, schema } = node
  const { fields = {}, innerType, spec } = schema as AnySchema & { fields?: object; innerType?: AnySchema }
  const { types: items = [] } = spec as { types?: readonly AnySchema[] }
  for (const [name, field] of Object.entries(fields))
    if (isSchema(field))
      yield* nodesOf({ use, path: path === '' ? name : `${path}.${name}`, schema: field as AnySchema })
  for (const item of innerType ? [innerType] : items) yield* nodesOf({ use, path: `${path}[]`, schema: item })
}

/** Returns whether a schema validates requests. In response schemas, tests and defaults are harmless. */
function isInRequest(use: SchemaUse): boolean {
  return use === 'body' || isInParameters(use)
}

function isInParameters(use: SchemaUse): boolean {
  return use === 'params' || use === 'query'
}

/**
 * Returns whether a schema has transforms other than the one that yup gives every schema of its type. trim() and
 * lowercase() are allowed: they also add a test, which rejects an untrimmed or upper-case value.
 */
function hasOwnTransform({ type, transforms = [], tests = [] }: AnySchema): boolean {
  const builtIn = ['string', 'number', 'boolean', 'date'].includes(type) ? 1 : 0
  const withOwnTest = tests.filter(({ OPTIONS }) => ['trim', 'string_case'].includes(OPTIONS?.name ?? '')).length
  return transforms.length > builtIn + withOwnTest
}

/**
 * Returns the name of a test that is an `async` function. Other functions that return a promise are not found here;
 * they fail at the first request.
 */
function asyncTestOf({ tests = [] }: AnySchema): string | undefined {
  const found = tests.find(({ OPTIONS }) => OPTIONS?.test.constructor.name === 'AsyncFunction')
  return found && (found.OPTIONS?.name ?? 'test')
}
