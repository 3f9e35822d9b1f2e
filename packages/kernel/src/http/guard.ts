import type { CallerRestriction } from '../contracts/caller-restriction.js'
import type { AnyErrorKind } from '../errors/define-errors.js'
import { isFreshLogin } from '../security/is-fresh-login.js'
import { ANONYMOUS, type Authenticated } from '../security/principal.js'
import { type Access, type CallerOf, isForAllUsers, isOptional, needsFreshLogin } from './access.js'
import { hasKey, type KeyedRequest } from './api-key.js'
import type { CallerRateLimit } from './caller-rate-limit.js'
import { httpErrors } from './http-errors.js'
import { keyOf } from './request-key.js'
import type { SameOrigin } from './same-origin.js'
import { deletingCookie, isByCookie } from './session-cookie.js'

/** Resolves a key to its principal; `undefined` if nobody holds it. */
export type AuthenticateKey = (key: string) => Promise<Authenticated | undefined>

/** Checks that apply to all callers. */
export interface CallerChecks {
  readonly authenticateKey: AuthenticateKey
  /** If omitted, a caller may send any number of requests. */
  readonly callerRateLimit?: CallerRateLimit | undefined
  readonly restrictions: readonly CallerRestriction[]
  readonly sameOrigin: SameOrigin
  /** Returns the time in ms. */
  readonly now: () => number
}

/** The access rule of a route, and its exemptions from restrictions. */
export interface RouteAccess<A extends Access> {
  readonly access: A
  /** Errors of the restrictions from which the route is exempt, or `'all'`. */
  readonly exemptFrom?: readonly AnyErrorKind[] | 'all' | undefined
}

/**
 * Returns the principal of a request. Throws a 401 or 403 if it may not call the route, and a 429 if it has sent too
 * many requests. Depends only on headers, never on the body.
 */
export async function guard<A extends Access>(
  { access, exemptFrom = [] }: RouteAccess<A>,
  request: KeyedRequest,
  { authenticateKey, callerRateLimit, restrictions, sameOrigin, now }: CallerChecks,
): Promise<CallerOf<A>> {
  if (access === 'public') return ANONYMOUS as CallerOf<A>
  const key = keyOf(request, sameOrigin)
  if (key === undefined && isOptional(access) && !hasKey(request)) return ANONYMOUS as CallerOf<A>

  if (key === undefined) throw httpErrors.TOKEN_INVALID()
  const principal = await holderOf(request, key, authenticateKey)
  if (!isExempt(exemptFrom, httpErrors.TOO_MANY_REQUESTS)) callerRateLimit?.count(request, principal, now())
  for (const { error, appliesTo } of restrictions)
    if (!isExempt(exemptFrom, error) && appliesTo(principal)) throw error()
  checkAccess(access, principal, now)
  return principal as CallerOf<A>
}

/** Resolves the key of a request to its principal. The response to an unknown session cookie deletes it. */
async function holderOf(request: KeyedRequest, key: string, authenticate: AuthenticateKey): Promise<Authenticated> {
  const principal = await authenticate(key)
  if (principal) return principal
  throw isByCookie(request) ? deletingCookie(httpErrors.TOKEN_INVALID()) : httpErrors.TOKEN_INVALID()
}

/** Returns whether a route is exempt from the restriction with this error. */
export function isExempt(exemptFrom: readonly AnyErrorKind[] | 'all', error: AnyErrorKind): boolean {
  return exemptFrom === 'all' || exemptFrom.includes(error)
}

function checkAccess(access: Access, principal: Authenticated, now: () => number): void {
  if (typeof access === 'object' && access.maxLevel !== undefined) {
    const isAllowed = principal.role.level <= access.maxLevel // false for NaN
    if (!isAllowed || (access.user && principal.kind !== 'user')) throw httpErrors.ROLE_INSUFFICIENT()
  } else if (isForAllUsers(access) && principal.kind !== 'user') throw httpErrors.USER_REQUIRED()
  if (needsFreshLogin(access) && !isFreshLogin(principal, now())) throw httpErrors.FRESH_LOGIN_REQUIRED()
}
