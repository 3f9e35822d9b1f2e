import type { AuthenticateKey } from '../http/guard.js'
import { callAuthenticators } from '../plugins/call-authenticators.js'
import type { Contributions } from '../plugins/contributions.js'

/** Returns a function that resolves a key to its holder by calling the contributed authenticators in order. */
export function keyAuthenticator(contributions: Contributions): AuthenticateKey {
  return (key) =>
    callAuthenticators(contributions, {
      method: 'authenticate',
      call: (authenticator) => authenticator.authenticate(key),
    })
}
