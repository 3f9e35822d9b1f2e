import type { ErrorKind } from '../errors/define-errors.js'
import type { Authenticated } from '../security/principal.js'

/**
 * A condition that callers must meet before they may do anything else, such as changing a password that others know.
 * Contributed to the point `callerRestrictions`.
 */
export interface CallerRestriction {
  /** The error of every route that requires a key, except routes that list it in `despite`. */
  readonly error: ErrorKind
  /** Returns whether the restriction applies to a caller, as returned by its authenticator. */
  appliesTo(caller: Authenticated): boolean
}
