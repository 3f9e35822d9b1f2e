import { defineErrors } from '../errors/define-errors.js'
import type { Origin } from '../security/origin.js'

/** What `AddressThrottle` throws, for routes that use it to declare. */
export const throttleErrors = defineErrors({
  TOO_MANY_TRIES: [
    429,
    'Too many logins, signups or account changes from this address or by this user. Try again later.',
  ],
})

/**
 * Bounds how often a minute is asked for what costs a hash or leaves an event: logins, and the signups and changes of
 * one's own of everybody below the admins. Provided by the plugin `users`.
 */
export interface AddressThrottle {
  /**
   * Counts a try of an address; throws `TOO_MANY_TRIES` (429) with the seconds to wait once it has had its minute's
   * share.
   */
  countTry(address: string): Promise<void>
  /**
   * Counts a try of whoever asks, as `countTry` does: for the address and, with a key, for the user or the token too.
   * Nothing is counted for an admin, a sudo, or the command.
   */
  countTryBy(origin: Origin): Promise<void>
}
