import type { Knex } from 'knex'
import { defineErrors } from '../errors/define-errors.js'

/** Errors about passwords. Routes declare those that they may throw. */
export const credentialErrors = defineErrors({
  /** A password rule rejects the password; the message says why. */
  PASSWORD_REFUSED: [400, 'The password {reason}.'],
  /** Not thrown by `Credentials`: the caller must change the password first. See `UserPrincipal.mustChangePassword`. */
  PASSWORD_MUST_BE_CHANGED: [403, 'Your password was set by an import, and others know it. Change it first.'],
  /** Too many passwords are waiting to be hashed; `retryAfter` says when to try again. */
  BUSY: [503, 'Too many passwords are being checked. Try again shortly.'],
})

/** Proof that a password was correct when it was verified. */
export interface PasswordProof {
  /** Returns whether the password is still correct. If so, it cannot be changed before the transaction ends. */
  stillHolds(transaction: Knex.Transaction): Promise<boolean>
}

/**
 * The reason why an enabled user cannot log in. With `must change password` the user can, but only to set another
 * password: the current one comes from an import, so others know it.
 */
export type PasswordProblem = 'no password' | 'password expired' | 'must change password'

/** Verifies and replaces passwords, and never exposes their hashes. Provided by the plugin `users`. */
export interface Credentials {
  /** Whether callers of the REST API may set only their own passwords, whatever their role. */
  readonly areSetByOwnerOnly: boolean
  /**
   * Returns a proof if the password is correct, otherwise `undefined`. Takes as long for an unknown user
   * (`undefined`) or one without a password as for any other. Throws `BUSY` (503) if too many passwords are waiting to
   * be hashed.
   */
  verify(identifier: string | undefined, password: string): Promise<PasswordProof | undefined>
  /**
   * Sets a user's password if it differs from the current one and all `passwordRules` accept it; otherwise throws
   * `PASSWORD_REFUSED` (400) with the reasons. Throws `BUSY` (503) as `verify` does. Hashing is slow, so check in
   * `around.before` every condition that must still hold when the password is written. `around.before` runs even if the
   * user does not exist (any longer), so that it can throw its own error instead of `USER_NOT_FOUND`.
   */
  replace(identifier: string, password: string, around?: AroundReplacement): Promise<void>
  /**
   * Returns a value that differs after every change of the password, and does not reveal it; `undefined` if the user
   * has none. Given a transaction that has locked the user, it stays valid until the transaction ends.
   */
  passwordVersion(identifier: string, transaction?: Knex.Transaction): Promise<string | undefined>
  /** Returns what is wrong with the password of a user, or `undefined`. */
  problemOf(identifier: string): Promise<PasswordProblem | undefined>
}

/** Options of `Credentials.replace`. */
export interface AroundReplacement {
  /** Accepts any password that is not empty and can be hashed. Only for the program itself. */
  readonly skipsPasswordRules?: boolean
  /** Runs first in the transaction that writes the new password. If it throws, the old password stays. */
  readonly before?: (transaction: Knex.Transaction) => Promise<unknown>
  /** Runs concurrently with the write of the new password, in its transaction. If it throws, the old password stays. */
  readonly alongside?: (transaction: Knex.Transaction) => Promise<unknown>
}
