import { isSchema } from 'yup'
import { isAccess } from '../http/access.js'
import type { AnyRoute } from '../http/route.js'
import type { AnyPlugin } from '../plugins/plugin.js'

const METHODS: ReadonlySet<unknown> = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])
/** The base path itself, or below it words and parameters, such as `/pumps/:name/service`. */
const PATH = /^(\/|(\/:?[\w.-]+)+\/?)$/

/** What is wrong with a route that no compiler has seen, or whose path it could not judge. */
export function problemsOfRoute({ name }: AnyPlugin, route: Partial<AnyRoute> | null | undefined): string[] {
  if (typeof route !== 'object' || route === null) return [`The plugin "${name}" has a route that is none: ${route}.`]
  const { method, path = '', access, body, handle } = route
  const problems = [
    METHODS.has(method) ? undefined : `with a method that is none of ${[...METHODS].join(', ')}.`,
    PATH.test(path) && !/\/\.{1,2}(\/|$)/.test(path)
      ? undefined
      : 'with a path that cannot be mounted. Write it as "/pumps/:name", of letters, digits, ".", "_" and "-".',
    isAccess(access) ? undefined : "without a good access. Say who may call it: 'public', { maxLevel: 1 }, …",
    hasItsParameters(route) ? undefined : 'whose path and params do not name the same parameters, each once.',
    hasResponses(route) ? undefined : 'without responses. Give the schema of each status that it answers.',
    body === undefined || body.kind === 'upload' || isSchema(body)
      ? undefined
      : 'with a body that is neither a yup object nor upload(…).',
    typeof handle === 'function' ? undefined : 'without handle. Give the function that answers it.',
  ]
  return problems
    .filter((problem) => problem !== undefined)
    .map((problem) => `The plugin "${name}" has the route ${method} ${path} ${problem}`)
}

function hasItsParameters({ path = '', params }: Partial<AnyRoute>): boolean {
  const inPath = [...path.matchAll(/:(\w+)/g)].map(([, parameter]) => parameter)
  const described: string[] = Object.keys(params?.fields ?? {})
  return inPath.toSorted().join() === described.toSorted().join()
}

function hasResponses({ responses }: Partial<AnyRoute>): boolean {
  if (typeof responses !== 'object' || responses === null) return false
  return Object.values(responses).every((shape) => {
    const { kind } = (shape ?? {}) as { kind?: unknown }
    return kind === 'text' || kind === 'stream' || isSchema(shape)
  })
}
