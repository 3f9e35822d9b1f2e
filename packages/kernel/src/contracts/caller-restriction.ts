import type { ErrorKind } from '../errors/define-errors.js'
import type { Authenticated } from '../security/principal.js'

/**
 * What keeps callers from everything until they have done something first, such as to change a password that others
 * know.
 */
export interface CallerRestriction {
  /** The answer of every route that requires a key and is not open to them by `despite`. */
  readonly error: ErrorKind
  /** Whether it applies to a caller, according to what the authenticator has returned. */
  appliesTo(caller: Authenticated): boolean
}
