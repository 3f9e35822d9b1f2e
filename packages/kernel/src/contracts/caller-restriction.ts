import type { ErrorKind } from '../errors/define-errors.js'
import type { Authenticated } from '../security/principal.js'

/**
 * What keeps callers from everything until they have done something first, such as to change a password that others
 * know.
 */
export interface CallerRestriction {
  /** The answer meanwhile, on every route that wants a key, and is not open to them by `despite`. */
  readonly error: ErrorKind
  /** Whether it holds for a caller, by what the authenticator has said of them. */
  appliesTo(caller: Authenticated): boolean
}
