import type { Authenticated } from './principal.js'

/**
 * Returns whether a caller has recently proved who they are: `false` for a user without `freshUntil`, and always `true`
 * for a third-party token, which cannot log in.
 */
export function isFreshLogin(principal: Authenticated, now: number): boolean {
  return principal.kind !== 'user' || (principal.freshUntil ?? Number.NEGATIVE_INFINITY) > now
}
