import type { ErrorKind } from '../errors/define-errors.js'
import type { Authenticated } from '../security/principal.js'

/**
 * Blocks callers until they have met a condition, such as changing a password that others know. Contributed to the
 * point `callerRestrictions`.
 */
export interface CallerRestriction {
  /** The error with which routes reject such callers, except public routes and those that list it in `exemptFrom`. */
  readonly error: ErrorKind
  /**
   * Returns whether the restriction applies to a caller, as returned by its authenticator. Anything but `true` and
   * `false` is a fault: the response is a 500.
   */
  appliesTo(caller: Authenticated): boolean
}
