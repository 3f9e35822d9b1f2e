import type { Knex } from 'knex'
import { defineErrors } from '../errors/define-errors.js'
import type { User } from './directories.js'

/** Errors of routes that take the key of a pending login. */
export const pendingLoginErrors = defineErrors({
  LOGIN_EXPIRED: [401, 'This login has expired. Begin again with the password.'],
})

/** Logins whose password was right, and which need a second factor. Provided by the plugin `auth`. */
export interface PendingLogins {
  /**
   * Returns the identifier of the user of a pending login, without locking the user; `undefined` if there is no such
   * login, or it has expired. An expired login is deleted, so that it stays expired if the clock is set back. Call this
   * before `lockUserOf`.
   */
  userIdentifierOf(loginKey: string): Promise<string | undefined>
  /** Locks and returns the user of a pending login; `undefined` if there is no such login, or it has expired. */
  lockUserOf(loginKey: string, transaction: Knex.Transaction): Promise<User | undefined>
}
