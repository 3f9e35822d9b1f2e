import { defineErrors } from '../errors/define-errors.js'
import type { Origin } from '../security/origin.js'

/** Errors that `RateLimiter` throws. Routes that use it declare them. */
export const rateLimitErrors = defineErrors({
  RATE_LIMITED: [
    429,
    'Too many logins, signups or account changes from this address or by this user. Try again later.',
  ],
})

/**
 * Limits requests per minute that hash a password or record a security event: logins, and the signups and account
 * changes of callers who are not admins. Provided by the plugin `users`.
 */
export interface RateLimiter {
  /**
   * Counts an attempt from an address. Throws `RATE_LIMITED` (429), with the seconds to wait, once the address has
   * reached its limit for the minute.
   */
  countAttempt(address: string): Promise<void>
  /**
   * Counts an attempt for the caller's address and, if the caller has a key, for the user or token too. Throws like
   * `countAttempt`. Counts nothing for admins, for sudo users, or for the program itself.
   */
  countAttemptBy(origin: Origin): Promise<void>
}
