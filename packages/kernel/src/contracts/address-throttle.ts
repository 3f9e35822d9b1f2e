import { defineErrors } from '../errors/define-errors.js'
import type { Origin } from '../security/origin.js'

/** Errors that `AddressThrottle` throws. Routes that use it declare them. */
export const throttleErrors = defineErrors({
  TOO_MANY_TRIES: [
    429,
    'Too many logins, signups or account changes from this address or by this user. Try again later.',
  ],
})

/**
 * Limits requests per minute that hash a password or record a security event: logins, and the signups and account
 * changes of callers who are not admins. Provided by the plugin `users`.
 */
export interface AddressThrottle {
  /**
   * Counts an attempt from an address. Throws `TOO_MANY_TRIES` (429), with the seconds to wait, once the address has
   * reached its limit for the minute.
   */
  countTry(address: string): Promise<void>
  /**
   * Counts an attempt as `countTry` does: for the caller's address and, with a key, also for the user or token. Nothing
   * is counted for an admin, for sudo, or for the program itself.
   */
  countTryBy(origin: Origin): Promise<void>
}
