import type { Authenticated } from './principal.js'

/**
 * Returns whether a caller has shown a short time ago who they are. A user whose authenticator does not say so has not;
 * a third-party token is not asked to.
 */
export function isFreshLogin(principal: Authenticated, now: number): boolean {
  return principal.kind !== 'user' || (principal.freshUntil ?? Number.NEGATIVE_INFINITY) > now
}
