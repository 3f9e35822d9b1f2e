import type { Clock, Database, Knex, Logger } from '@plinth/kernel'
import type { AccountLocks } from '@plinth/kernel/contracts'
import { canonicalName, Sweeper } from '@plinth/kernel/tools'
import type { LoginFailureStore } from './login-failure-store.js'
import type { AuthSettings } from './settings.js'

/** Duration of the first lock; each further wrong password doubles it. */
const FIRST_LOCK_S = 60
/** Time without a failure after which earlier failures are forgotten. */
const FAILURE_LIFETIME_MS = 24 * 60 * 60_000

interface AccountLockoutDeps {
  readonly database: Database
  readonly clock: Clock
  readonly loginFailureStore: LoginFailureStore
  readonly settings: AuthSettings
  readonly log: Logger
}

/** Locks accounts to slow down password guessing. An account is a login name, whether or not a user has that name. */
export class AccountLockout implements AccountLocks {
  readonly #database: Database
  readonly #clock: Clock
  readonly #failures: LoginFailureStore
  readonly #settings: AuthSettings
  readonly #sweeper: Sweeper

  constructor({ database, clock, loginFailureStore, settings, log }: AccountLockoutDeps) {
    this.#database = database
    this.#clock = clock
    this.#failures = loginFailureStore
    this.#settings = settings
    this.#sweeper = new Sweeper({ log, sweep: (max) => this.#sweep(max) })
  }

  start(): void {
    this.#sweeper.start()
  }

  stop(): Promise<void> {
    return this.#sweeper.stop()
  }

  async isLocked(account: string): Promise<boolean> {
    return this.#isLockActive(await this.#database.read((knex) => this.#failures.lockedUntil(knex, account)))
  }

  /** Counts a wrong password, and may lock the account. Returns the duration of the lock in seconds, or 0. */
  async countFailure(transaction: Knex.Transaction, account: string): Promise<number> {
    const now = this.#clock.now()
    const wait = this.#lockDurationAfter(await this.#failures.count(transaction, account, { added: 1, at: now }))
    if (wait > 0) await this.#failures.lock(transaction, account, now + wait * 1_000)
    return wait
  }

  /**
   * Executes the same statement as `countFailure`, but adds 0 failures, so that refusing a locked account takes as long
   * as refusing a wrong password. Returns 0.
   */
  async matchFailureTiming(transaction: Knex.Transaction, account: string): Promise<number> {
    await this.#failures.count(transaction, account, { added: 0, at: this.#clock.now() })
    return 0
  }

  /**
   * Clears the failures of an account. Returns `false` if the account has been locked since the password check began,
   * so that a burst of concurrent logins cannot try more passwords than the limit allows.
   */
  async clearUnlessLocked(transaction: Knex.Transaction, account: string): Promise<boolean> {
    if (this.#isLockActive(await this.#failures.lockedUntil(transaction, account))) return false
    await this.#failures.clear(transaction, account)
    return true
  }

  async activeLocks(): Promise<ReadonlyMap<string, number>> {
    const locks = await this.#failures.locksAfter(this.#clock.now())
    return new Map([...locks].filter(([, lockedUntil]) => this.#isLockActive(lockedUntil)))
  }

  async unlock(username: string, transaction: Knex.Transaction): Promise<void> {
    await this.clearFailures(username, transaction)
  }

  /** Unlocks an account; returns the number of wrong passwords that it forgets. */
  clearFailures(username: string, transaction: Knex.Transaction): Promise<number> {
    return this.#failures.clear(transaction, canonicalName(username))
  }

  /** Returns the number of consecutive wrong passwords, and the end of the lock in ms; null if there is none. */
  async stateOf(username: string): Promise<{ failures: number; lockedUntil: number | null }> {
    const { failures, lockedUntil } = await this.#failures.find(canonicalName(username))
    return { failures, lockedUntil: this.#isLockActive(lockedUntil) ? lockedUntil : null }
  }

  #sweep(max: number): Promise<number> {
    const now = this.#clock.now()
    return this.#failures.deleteOld({ failedBefore: now - FAILURE_LIFETIME_MS, lockedBefore: now }, max)
  }

  /** Ignores a lock that ends later than the maximum duration allows: the clock has been set back since. */
  #isLockActive(lockedUntil: number): boolean {
    const wait = lockedUntil - this.#clock.now()
    return wait > 0 && wait <= this.#settings.lockoutMax * 1_000
  }

  /** Returns a duration in s: 0 below the configured number of failures, then 1, 2, 4 … minutes up to the maximum. */
  #lockDurationAfter(failures: number): number {
    const { lockoutAttempts, lockoutMax } = this.#settings
    if (failures < lockoutAttempts) return 0
    return Math.min(FIRST_LOCK_S * 2 ** Math.min(failures - lockoutAttempts, 20), lockoutMax)
  }
}
