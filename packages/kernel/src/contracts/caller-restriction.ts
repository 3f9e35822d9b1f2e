import type { ErrorKind } from '../errors/define-errors.js'
import type { Authenticated } from '../security/principal.js'

/**
 * Blocks callers until they have met a condition, such as changing a password that others know. Contributed to the
 * point `callerRestrictions`.
 */
export interface CallerRestriction {
  /** The error with which routes reject such callers, except public routes and those that list it in `exemptFrom`. */
  readonly error: ErrorKind
  /** What the caller must do, as `GET /session` lists it: `change_password`. Default: the code of `error`. */
  readonly task?: string
  /**
   * Returns whether the restriction applies to a caller, as returned by its authenticator. Anything but `true` and
   * `false` is a fault: the response is a 500.
   */
  appliesTo(caller: Authenticated): boolean
}
