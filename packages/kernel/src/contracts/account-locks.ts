import type { Knex } from 'knex'
import type { User } from './directories.js'
import type { LoginName } from './login-name.js'

/** A kind of secret that may be guessed. Wrong secrets of different kinds are counted, and lock, separately. */
export type GuessedSecret = 'password' | 'code' | 'second factor'

/**
 * Locks accounts after too many wrong passwords, one-time codes or codes of a second factor. An account is a name that
 * was given, whether or not a user has it. Provided by the plugin `auth`.
 */
export interface AccountLocks {
  /** Returns when each current lock after wrong passwords ends, in ms, by canonical username. */
  activeLocks(): Promise<ReadonlyMap<string, number>>
  /** Unlocks an account and resets its count of wrong passwords, in the caller's transaction. */
  unlock(username: string, transaction: Knex.Transaction): Promise<void>
  /** Returns the account under which wrong secrets for a name are counted. `user` is the user of that name, if any. */
  accountOf(name: LoginName, user: User | undefined, secret?: GuessedSecret): string
  /** Returns whether an account is locked now. In a transaction, the result holds until the transaction ends. */
  isLocked(account: string, transaction?: Knex.Transaction): Promise<boolean>
  /** Counts a wrong secret, and may lock the account. Returns the duration of the lock in seconds, or 0. */
  countFailure(transaction: Knex.Transaction, account: string): Promise<number>
  /** Executes the same statement as `countFailure` but counts nothing, for an account that is locked. Returns 0. */
  matchFailureTiming(transaction: Knex.Transaction, account: string): Promise<number>
  /** Clears the failures of an account and unlocks it; returns their number. */
  clear(transaction: Knex.Transaction, account: string): Promise<number>
  /** Clears the failures of an account. Returns `false`, and clears none, if the account is locked. */
  clearUnlessLocked(transaction: Knex.Transaction, account: string): Promise<boolean>
}
