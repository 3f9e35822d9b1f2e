import { defineErrors } from '../errors/define-errors.js'

/** What `AddressThrottle` throws, for routes that use it to declare. */
export const throttleErrors = defineErrors({
  TOO_MANY_TRIES: [429, 'Too many logins and signups from this address. Try again later.'],
})

/** Bounds what strangers may ask for that costs a hash: logins, and signups without a key. Provided by the plugin `users`. */
export interface AddressThrottle {
  /** Counts a try of an address; throws `TOO_MANY_TRIES` (429) with the seconds to wait once it has had its minute's share. */
  countTry(address: string): Promise<void>
}
