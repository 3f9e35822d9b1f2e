import type { Knex } from 'knex'
import { defineErrors } from '../errors/define-errors.js'

/** The errors that `Credentials` throws, and that routes which use it declare. */
export const credentialErrors = defineErrors({
  /** A rule does not allow the password; the message says why. */
  PASSWORD_REFUSED: [400, 'The password {reason}.'],
  /** The caller must set another password before anything else: see `UserPrincipal.mustChangePassword`. */
  PASSWORD_MUST_BE_CHANGED: [403, 'Your password came with an import, and others know it. Change it first.'],
  /** Too many passwords wait to be hashed; `retryAfter` says when to try again. */
  BUSY: [503, 'Too many passwords are being checked. Try again shortly.'],
})

/** Proof that a password was correct a moment ago. */
export interface PasswordProof {
  /** Whether it is still correct. If so, nobody can change it before the transaction ends. */
  stillHolds(transaction: Knex.Transaction): Promise<boolean>
}

/** Checks and replaces passwords. The hashes never leave it. Provided by the plugin `users`. */
export interface Credentials {
  /**
   * Returns a proof if the password is that of the user with this identifier. For an unknown user (`undefined`), or one
   * without a password, it takes the same time and returns `undefined`. Throws `BUSY` (503) if too many wait already.
   */
  verify(identifier: string | undefined, password: string): Promise<PasswordProof | undefined>
  /**
   * Sets a user's password once all `passwordRules` agree, else throws `PASSWORD_REFUSED` (400) with their reasons.
   * Hashing takes a while: check in `around.before` what must still be true when the password is written. For a user
   * who does not exist (any longer) `around.before` runs too, so that it can throw its own error instead of
   * `USER_NOT_FOUND`.
   */
  replace(identifier: string, password: string, around?: AroundReplacement): Promise<void>
}

/** How a password is replaced: what else runs in its transaction, and whether the password rules apply. */
export interface AroundReplacement {
  /** Accepts every password that can be hashed, without applying a rule. Only for the program itself. */
  readonly ignoresRules?: boolean
  /** Runs first. If it throws, the old password stays. */
  readonly before?: (transaction: Knex.Transaction) => Promise<unknown>
  /** Runs in the same transaction as the write of the new password. If it throws, the old password stays. */
  readonly beside?: (transaction: Knex.Transaction) => Promise<unknown>
}
