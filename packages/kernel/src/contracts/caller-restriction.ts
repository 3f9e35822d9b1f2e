import type { ErrorKind } from '../errors/define-errors.js'
import type { Authenticated } from '../security/principal.js'

/**
 * Blocks callers until they have done something first, such as changing a password that others know. Contributed to the
 * point `callerRestrictions`.
 */
export interface CallerRestriction {
  /** The error with which routes reject such callers. Public routes, and routes that list it in `despite`, do not. */
  readonly error: ErrorKind
  /** Returns whether the restriction applies to a caller, as returned by its authenticator. */
  appliesTo(caller: Authenticated): boolean
}
