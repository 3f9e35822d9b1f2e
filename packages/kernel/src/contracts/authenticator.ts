import type { Knex } from 'knex'
import type { Authenticated } from '../security/principal.js'

/** Tells whose a key is. */
export interface Authenticator {
  /** For logs and messages. */
  readonly name: string
  /**
   * Whose the key is, or `undefined` when this authenticator does not know it. Throws a `PlinthError` of status 401 to
   * say why a key of its own kind is no good (expired, revoked).
   */
  authenticate(key: string): Promise<Authenticated | undefined>
  /**
   * Confirms a principal inside a transaction, and returns it with its current role; `undefined` when its key has ended
   * since, or when this authenticator has not recognised it. Locks what that depends on until the transaction ends.
   */
  confirm(principal: Authenticated, transaction: Knex.Transaction): Promise<Authenticated | undefined>
}
