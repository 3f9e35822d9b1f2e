import type { Knex } from 'knex'
import { defineErrors } from '../errors/define-errors.js'

/** What `Credentials` throws, for routes that use it to declare. */
export const credentialErrors = defineErrors({
  /** A rule does not allow the password; the message says why. */
  PASSWORD_REFUSED: [400, 'The password {reason}.'],
  /** The caller must set another password before anything else: see `UserPrincipal.mustChangePassword`. */
  PASSWORD_MUST_BE_CHANGED: [403, 'Your password came with an import, and others know it. Change it first.'],
  /** Too many wait for their password to be hashed; `retryAfter` says when to try again. */
  BUSY: [503, 'Too many passwords are being checked. Try again shortly.'],
})

/** That a password was right a moment ago. */
export interface PasswordProof {
  /** Whether it still is; if so, nobody can change it before the transaction ends. */
  stillHolds(transaction: Knex.Transaction): Promise<boolean>
}

/** Checks and replaces passwords. The hashes never leave it. Provided by the plugin `users`. */
export interface Credentials {
  /**
   * A proof if the password is that of the user with this identifier. An unknown user (`undefined`), or one without a
   * password, takes the same time and gives none. Throws `BUSY` (503) when too many are waiting already.
   */
  verify(identifier: string | undefined, password: string): Promise<PasswordProof | undefined>
  /**
   * Sets a user's password once all `passwordRules` agree, else throws `PASSWORD_REFUSED` (400) with their reasons.
   * Hashing takes a while: what must still be true when the password is written belongs into `around.before`. For a
   * user who is not there (any longer) `around.before` runs too, to say so in its own words, before `USER_NOT_FOUND` is
   * thrown.
   */
  replace(identifier: string, password: string, around?: AroundReplacement): Promise<void>
}

/** How a password is replaced: what happens in the transaction that does it, and whether the rules are asked. */
export interface AroundReplacement {
  /** Takes every password that can be hashed, without asking a rule. For the program's own work only. */
  readonly ignoresRules?: boolean
  /** Comes first; what it throws keeps the old password. */
  readonly before?: (transaction: Knex.Transaction) => Promise<unknown>
  /** Comes beside the new password; what it throws keeps the old one. */
  readonly beside?: (transaction: Knex.Transaction) => Promise<unknown>
}
