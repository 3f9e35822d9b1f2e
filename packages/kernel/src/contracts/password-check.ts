import type { RequestOrigin } from '../security/origin.js'
import type { PasswordProof } from './credentials.js'
import type { User } from './directories.js'

/** A password to check. */
export interface PasswordToCheck {
  /** The account under which wrong passwords are counted. */
  readonly account: string
  /** The user of the account, if there is one. */
  readonly user: (Pick<User, 'identifier' | 'username'> & Partial<Pick<User, 'isDisabled' | 'validUntil'>>) | undefined
  readonly password: string
  /** The event that records a refusal. */
  readonly event: 'login' | 'login-confirmed' | 'password-changed'
}

/** The result of a check: a proof, or why there is none. */
export type CheckedPassword =
  | { readonly proof: PasswordProof; readonly refusal?: never }
  | { readonly proof?: never; readonly refusal: 'locked' | 'refused' }

/** Checks passwords, counts wrong ones and locks their accounts. Provided by the plugin `auth`. */
export interface PasswordCheck {
  /**
   * Checks a password. A refusal takes the same time whatever its reason, and is recorded as an event. Throws `BUSY`.
   * The account may have been locked during the check: before you tell anybody that a password is right, call
   * `AccountLocks.clearUnlessLocked` in a transaction that writes. While nothing can be written, wrong passwords are
   * not counted.
   */
  check(origin: RequestOrigin, wanted: PasswordToCheck): Promise<CheckedPassword>
}
