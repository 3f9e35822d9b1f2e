import type { Identify } from '../http/guard.js'
import { httpErrors } from '../http/http-errors.js'
import { askAuthenticators } from '../plugins/ask-authenticators.js'
import type { Contributions } from '../plugins/contributions.js'

/** Returns a function that finds the holder of a key by calling the contributed authenticators in order. */
export function identifyBy(contributions: Contributions): Identify {
  return async (key) => {
    const principal = await askAuthenticators(contributions, {
      method: 'authenticate',
      ask: (authenticator) => authenticator.authenticate(key),
    })
    if (principal) return principal
    throw httpErrors.TOKEN_INVALID()
  }
}
