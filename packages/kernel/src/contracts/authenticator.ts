import type { Knex } from 'knex'
import type { Authenticated } from '../security/principal.js'

/** Resolves a key to its holder. Contributed to the point `authenticators`. */
export interface Authenticator {
  /** Name for logs and messages. */
  readonly name: string
  /**
   * Returns the holder of a key, or `undefined` if this authenticator does not recognise the key. Throws a
   * `PlinthError` with status 401 to say why a key that it recognises is not valid (expired, revoked). The kernel uses
   * a copy of the principal; an invalid one, for example without a level, is a fault: the response is a 500.
   */
  authenticate(key: string): Promise<Authenticated | undefined>
  /**
   * Checks inside a transaction that a principal's key is still valid. Returns the principal with its current role, or
   * `undefined` if its key is no longer valid or belongs to another authenticator. Locks the rows that this depends on
   * until the transaction ends. Compare ids: the principal is a copy of the one that `authenticate` returned.
   */
  confirm(principal: Authenticated, transaction: Knex.Transaction): Promise<Authenticated | undefined>
}
