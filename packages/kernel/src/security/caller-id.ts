import type { Authenticated } from './principal.js'

/** Returns the id of a user, whatever the session, or of a token. It differs from the ids of all other callers. */
export function callerIdOf(caller: Authenticated): string {
  return caller.kind === 'user' ? `user ${caller.identifier}` : `token ${caller.tokenId}`
}

/** Returns whether two principals are the same user, or the same token. */
export const isSameCaller = (one: Authenticated, other: Authenticated) => callerIdOf(one) === callerIdOf(other)
