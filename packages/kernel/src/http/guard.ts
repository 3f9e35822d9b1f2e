import type { CallerRestriction } from '../contracts/caller-restriction.js'
import type { AnyErrorKind } from '../errors/define-errors.js'
import { ANONYMOUS, type Authenticated } from '../security/principal.js'
import type { Access, CallerOf } from './access.js'
import { apiKeyOf, hasKey, type KeyedRequest } from './api-key.js'
import { httpErrors } from './http-errors.js'

/** Resolves a key to its principal. Throws a 401 for an invalid key. */
export type AuthenticateKey = (key: string) => Promise<Authenticated>

/** Checks that apply to all callers. */
export interface CallerChecks {
  readonly authenticateKey: AuthenticateKey
  readonly restrictions: readonly CallerRestriction[]
}

/** The access rule of a route, and its exemptions from restrictions. */
export interface RouteAccess<A extends Access> {
  readonly access: A
  /** Errors of the restrictions from which the route is exempt, or `'all'`. */
  readonly exemptFrom?: readonly AnyErrorKind[] | 'all' | undefined
}

/**
 * Returns the principal of a request. Throws a 401 or 403 if it may not call the route. Depends only on headers, never
 * on the body.
 */
export async function guard<A extends Access>(
  { access, exemptFrom = [] }: RouteAccess<A>,
  request: KeyedRequest,
  { authenticateKey, restrictions }: CallerChecks,
): Promise<CallerOf<A>> {
  if (access === 'public') return ANONYMOUS as CallerOf<A>
  if (access === 'optional' && !hasKey(request)) return ANONYMOUS as CallerOf<A>

  const key = apiKeyOf(request)
  if (key === undefined) throw httpErrors.TOKEN_INVALID()
  const principal = await authenticateKey(key)
  for (const { error, appliesTo } of restrictions)
    if (!isExempt(exemptFrom, error) && appliesTo(principal)) throw error()
  checkAccess(access, principal)
  return principal as CallerOf<A>
}

/** Returns whether a route is exempt from the restriction with this error. */
export function isExempt(exemptFrom: readonly AnyErrorKind[] | 'all', error: AnyErrorKind): boolean {
  return exemptFrom === 'all' || exemptFrom.includes(error)
}

function checkAccess(access: Access, principal: Authenticated): void {
  if (access === 'user' && principal.kind !== 'user') throw httpErrors.USER_REQUIRED()
  if (typeof access === 'string') return
  const isAllowed = principal.role.level <= access.maxLevel // false for NaN
  if (!isAllowed) throw httpErrors.ROLE_INSUFFICIENT()
  if (access.user && principal.kind !== 'user') throw httpErrors.ROLE_INSUFFICIENT()
}
