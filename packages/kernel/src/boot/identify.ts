import type { Identify } from '../http/guard.js'
import { httpErrors } from '../http/http-errors.js'
import type { Contributions } from '../plugins/contributions.js'
import { authenticators } from '../plugins/points.js'

/** Returns a function that finds the holder of a key by calling the contributed authenticators in order. */
export function identifyBy(contributions: Contributions): Identify {
  return async (key) => {
    for (const authenticator of contributions.to(authenticators)) {
      const principal = await authenticator.authenticate(key)
      if (principal) return principal
    }
    throw httpErrors.TOKEN_INVALID()
  }
}
