import { StartupError } from '../errors/startup-error.js'
import { withFreshLogin } from '../http/access.js'
import { operationIdOf } from '../http/openapi/operation-id.js'
import type { AnyRoute } from '../http/route.js'
import { didYouMean } from '../text/did-you-mean.js'

const SETTING = 'The setting PLINTH_FRESH_LOGIN_OPERATIONS, or freshLoginOperations, names'

/** Requires a fresh login for the named operations. Throws a `StartupError` if one is unknown or needs no key. */
export function withFreshLogins(routes: readonly AnyRoute[], operations: readonly string[]): readonly AnyRoute[] {
  if (operations.length === 0) return routes
  const known = new Set(routes.map(operationIdOf))
  const problems = operations
    .filter((name) => !known.has(name))
    .map((name) => `${SETTING} the unknown operation "${name}".${didYouMean(name, [...known])}`)
  const changed = routes.map((route) => {
    if (!operations.includes(operationIdOf(route))) return route
    const access = withFreshLogin(route.access)
    if (!access) problems.push(`${SETTING} the operation "${operationIdOf(route)}", which needs no key. Remove it.`)
    return access ? { ...route, access } : route
  })
  if (problems.length > 0) throw new StartupError(problems)
  return changed
}
