import type { Authenticated } from '../security/principal.js'

/** Tells whose a key is. */
export interface Authenticator {
  /** For logs and messages. */
  readonly name: string
  /**
   * Whose the key is, or `undefined` when this authenticator does not know it. Throws a `PlinthError` of status 401 to say why
   * a key of its own kind is no good (expired, revoked).
   */
  authenticate(key: string): Promise<Authenticated | undefined>
}
