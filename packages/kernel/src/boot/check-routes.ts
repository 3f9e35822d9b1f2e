import type { AnyRoute } from '../http/route.js'
import type { AnyPlugin } from '../plugins/plugin.js'

const METHODS: ReadonlySet<unknown> = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])
const ACCESSES: ReadonlySet<unknown> = new Set(['public', 'optional', 'authenticated', 'person'])
/** Below the base path: words and parameters, such as `/pumps/:name/service`. */
const PATH = /^(\/:?[\w.-]+)+\/?$/

/** What is wrong with a route that no compiler has seen, or whose path it could not judge. */
export function problemsOfRoute({ name }: AnyPlugin, route: Partial<AnyRoute> | null | undefined): string[] {
  if (typeof route !== 'object' || route === null) return [`The plugin "${name}" has a route that is none: ${route}.`]
  const { method, path, access, responses, handle } = route
  const whose = `The plugin "${name}" has the route ${method} ${path}`
  return [
    ...(METHODS.has(method) ? [] : [`${whose} with a method that is none of ${[...METHODS].join(', ')}.`]),
    ...(PATH.test(path ?? '')
      ? []
      : [
          `${whose} with a path that cannot be mounted. Write it as "/pumps/:name", of letters, digits, ".", "_" and "-".`,
        ]),
    ...(isAccess(access) ? [] : [`${whose} without a good access. Say who may call it: 'public', { maxLevel: 1 }, …`]),
    ...(responses ? [] : [`${whose} without responses. Give the schema of each status that it answers.`]),
    ...(typeof handle === 'function' ? [] : [`${whose} without handle. Give the function that answers it.`]),
  ]
}

function isAccess(access: unknown): boolean {
  return ACCESSES.has(access) || Number.isInteger((access as { maxLevel?: unknown } | undefined)?.maxLevel)
}
