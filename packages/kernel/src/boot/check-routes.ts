import { type AnySchema, isSchema, type ObjectSchema, ValidationError } from 'yup'
import { isErrorKind } from '../errors/define-errors.js'
import { ACCESS_WORDS, isAccess } from '../http/access.js'
import type { AnyRoute } from '../http/route.js'
import type { AnyPlugin } from '../plugins/plugin.js'
import { didYouMean } from '../text/did-you-mean.js'
import { type SchemaUse, schemaProblems } from './check-schemas.js'
import { quoted } from './rules.js'

const METHODS: ReadonlySet<unknown> = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])
const PARTS: Readonly<Record<keyof AnyRoute, true>> = {
  method: true,
  path: true,
  operationId: true,
  summary: true,
  group: true,
  description: true,
  needsIfMatch: true,
  hidden: true,
  access: true,
  exemptFrom: true,
  params: true,
  query: true,
  body: true,
  example: true,
  responses: true,
  headers: true,
  errors: true,
  plainTextProblem: true,
  databaseUnavailable: true,
  handle: true,
}
/** Pattern of a path: `/`, or words and parameters such as `/pumps/:name/inspection`. */
const PATH = /^(\/|(\/:?[\w.-]+)+\/?)$/

/** Returns problems of a route. The compiler may not have checked it, and cannot check every path. */
export function routeProblems(
  { name }: AnyPlugin,
  route: Partial<AnyRoute> | null | undefined,
  basePath: string,
): string[] {
  if (typeof route !== 'object' || route === null)
    return [
      `The plugin "${name}" has a route that is ${typeof route === 'string' ? `"${route}"` : String(route)}. Create routes with defineRoute({ … }).`,
    ]
  const { method, path = '', access, params, query, body, errors = [], handle } = route
  const problems = [
    ...unknownPartProblems(route),
    METHODS.has(method) ? undefined : `with an unsupported method. Use one of ${[...METHODS].join(', ')}.`,
    PATH.test(path) && !/\/\.{1,2}(\/|$)/.test(path)
      ? undefined
      : 'with a path that cannot be mounted. Write it as "/pumps/:name", of letters, digits, ".", "_" and "-".',
    hasBasePath(path, basePath)
      ? `whose path starts with "${basePath}", which is added to every path. Write it as "${path.slice('/api'.length) || '/'}".`
      : undefined,
    isAccess(access) ? undefined : accessProblem(access),
    parameterProblem(route),
    hasResponses(route) ? undefined : 'without responses. Add a schema for each status that it returns.',
    [params, query].every((schema) => schema === undefined || isObject(schema))
      ? undefined
      : 'with params or a query that is not a yup object().',
    body === undefined || body.kind === 'upload' || isObject(body)
      ? undefined
      : 'with a body that is neither a yup object() nor upload(…).',
    body === undefined || method !== 'GET'
      ? undefined
      : 'with a body, which a GET request cannot have. Use query, or POST.',
    Array.isArray(errors) && errors.every(isErrorKind)
      ? undefined
      : 'with errors that are not a list of errors made by defineErrors({ … }), such as [errors.PUMP_NOT_FOUND].',
    typeof handle === 'function' ? undefined : 'without handle. Add the function that handles the request.',
    exampleProblem(route),
    ...schemasOf(route).flatMap(([use, schema]) => schemaProblems(use, schema)),
  ]
  return problems
    .filter((problem) => problem !== undefined)
    .map((problem) => `The plugin "${name}" has the route ${method} ${path} ${problem}`)
}

function unknownPartProblems(route: object): string[] {
  const unknown = Object.keys(route).filter((part) => !Object.hasOwn(PARTS, part))
  return unknown.map((part) => `with "${part}", which is not a part of a route.${didYouMean(part, Object.keys(PARTS))}`)
}

/** Checks for `/api` only: a route may legitimately start with the name of another base path. */
function hasBasePath(path: string, basePath: string): boolean {
  return basePath === '/api' && /^\/api(\/|$)/.test(path)
}

function accessProblem(access: unknown): string {
  const words = [...ACCESS_WORDS]
  const values = `Say who may call it: ${words.map((word) => `'${word}'`).join(', ')}, or { maxLevel: 1 }, optionally with user: true and fresh: true.`
  if (access === undefined) return `without an access. ${values}`
  if (typeof access !== 'string') return `with an invalid access. ${values}`
  return `with the unknown access ${quoted(access)}.${didYouMean(access, words)} ${values}`
}

function parameterProblem({ path = '', params }: Partial<AnyRoute>): string | undefined {
  const inPath = [...path.matchAll(/:(\w+)/g)].map(([, parameter]) => parameter).toSorted()
  const described: string[] = Object.keys(params?.fields ?? {}).toSorted()
  if (inPath.join() === described.join()) return undefined
  const [namesInPath, namesInParams] = [inPath, described].map((parameters) => parameters.join(', ') || 'none')
  return `whose path and params do not name the same parameters, each once: ${namesInPath} in the path, ${namesInParams} in params.`
}

function exampleProblem({ body, example }: Partial<AnyRoute>): string | undefined {
  if (example === undefined || !isObject(body)) return undefined
  try {
    ;(body as ObjectSchema<object>).noUnknown().strict().validateSync(example)
    return undefined
  } catch (error) {
    // Any other error comes from a schema that cannot work, which is reported by its own rule.
    return error instanceof ValidationError ? `whose example its body refuses: ${error.message}.` : undefined
  }
}

function hasResponses({ responses }: Partial<AnyRoute>): boolean {
  const shapes = Object.values(responses ?? {})
  return (
    shapes.length > 0 &&
    shapes.every((shape) => {
      const { kind } = (shape ?? {}) as { kind?: unknown }
      return kind === 'text' || kind === 'stream' || isSchema(shape)
    })
  )
}

function isObject(schema: unknown): boolean {
  return isSchema(schema) && (schema as AnySchema).type === 'object'
}

/** Returns the schemas of a route, each with its use. */
function schemasOf({ params, query, body, responses }: Partial<AnyRoute>): [SchemaUse, AnySchema][] {
  const shapes = Object.entries(responses ?? {}).map(([status, shape]) => [`response ${status}`, shape] as const)
  const all = [['params', params], ['query', query], ['body', body], ...shapes] as [SchemaUse, unknown][]
  return all.filter((each): each is [SchemaUse, AnySchema] => isSchema(each[1]))
}
