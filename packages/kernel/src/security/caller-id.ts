import type { Authenticated } from './principal.js'

/** Returns the id of a user, whatever the session, or of a token. It differs from the ids of all other callers. */
export function callerIdOf(caller: Authenticated): string {
  return caller.kind === 'user' ? `user ${caller.identifier}` : `token ${caller.tokenId}`
}
