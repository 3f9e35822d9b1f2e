import type { Knex } from 'knex'
import type { Origin } from '../security/origin.js'
import type { User } from './directories.js'

/** What a user must do after the password: nothing, prove the factor, or enrol one, because it is required. */
export type SecondStep = 'none' | 'prove' | 'enrol'

/** A code that was right, and is spent. */
export interface SecondProof {
  /** What the user proved it with, for the audit trail, such as `totp` or `recovery code`. */
  readonly by: string
  /** Codes that replace a lost factor, if the proof has completed an enrolment. They are shown once. */
  readonly recoveryCodes?: readonly string[]
}

/** An attempt of a user to prove the second factor. */
export interface SecondAttempt<Prepared = unknown> {
  readonly user: User
  readonly code: string
  readonly origin: Origin
  /** What `prepare` returned for this attempt; `undefined` without that method. */
  readonly prepared?: Prepared | undefined
}

/** A second proof of who a user is, besides the password. Contributed to the point `secondFactors`. */
export interface SecondFactor<Prepared = unknown> {
  readonly name: string
  /**
   * Does the slow work of `prove`, such as hashing, before the transaction: on SQLite all other writes would wait
   * meanwhile. The code may be wrong, and by the time of `prove` the account may be locked or the factor replaced.
   */
  prepare?(userIdentifier: string, code: string): Promise<Prepared>
  /** Returns what the user must do after the password. The transaction has locked the user. */
  stepFor(user: User, transaction: Knex.Transaction): Promise<SecondStep>
  /**
   * Checks a code, and spends it: it is never right again. For a user who must enrol, a right code completes the
   * enrolment. Returns `undefined` for a wrong code. The transaction has locked the user.
   */
  prove(attempt: SecondAttempt<Prepared>, transaction: Knex.Transaction): Promise<SecondProof | undefined>
}
