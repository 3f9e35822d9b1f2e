import type { Clock, Database, Knex, Logger } from '@plinth/kernel'
import type { AccountLocks } from '@plinth/kernel/contracts'
import { canonicalName, Sweeper } from '@plinth/kernel/tools'
import type { LoginFailureStore } from './login-failure-store.js'
import type { AuthSettings } from './settings.js'

/** Duration of the first lock; each further wrong password doubles it. */
const FIRST_LOCK_S = 60
/** Time without a failure after which earlier failures are forgotten. */
const FORGET_AFTER_MS = 24 * 60 * 60_000

interface AccountLockoutNeeds {
  readonly database: Database
  readonly clock: Clock
  readonly loginFailureStore: LoginFailureStore
  readonly settings: AuthSettings
  readonly log: Logger
}

/** Slows down password guessing by locking accounts. An account is a name, whether or not a user has it. */
export class AccountLockout implements AccountLocks {
  readonly #database: Database
  readonly #clock: Clock
  readonly #failures: LoginFailureStore
  readonly #settings: AuthSettings
  readonly #sweeper: Sweeper

  constructor({ database, clock, loginFailureStore, settings, log }: AccountLockoutNeeds) {
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
    return this.#mustWait(await this.#database.read((knex) => this.#failures.lockedUntil(knex, account)))
  }

  /** Counts a wrong password; locks the account at the configured number. Returns the seconds of the lock, or 0. */
  async countFailure(transaction: Knex.Transaction, account: string): Promise<number> {
    const now = this.#clock.now()
    const wait = this.#waitAfter(await this.#failures.count(transaction, account, { added: 1, at: now }))
    if (wait > 0) await this.#failures.lock(transaction, account, now + wait * 1_000)
    return wait
  }

  /**
   * Writes like `countFailure`, but adds 0, so that a locked account takes as long as a wrong password. Returns 0.
   */
  async noteRefusal(transaction: Knex.Transaction, account: string): Promise<number> {
    await this.#failures.count(transaction, account, { added: 0, at: this.#clock.now() })
    return 0
  }

  /**
   * Clears the failures of an account. Returns `false` if the account has been locked since the password check began,
   * so that a burst of concurrent logins cannot try more passwords than the limit allows.
   */
  async clearUnlessLocked(transaction: Knex.Transaction, account: string): Promise<boolean> {
    if (this.#mustWait(await this.#failures.lockedUntil(transaction, account))) return false
    await this.#failures.forget(transaction, account)
    return true
  }

  unlock(username: string, transaction: Knex.Transaction): Promise<void> {
    return this.#failures.forget(transaction, canonicalName(username))
  }

  #sweep(max: number): Promise<number> {
    const now = this.#clock.now()
    return this.#failures.deleteOld({ failedBefore: now - FORGET_AFTER_MS, lockedBefore: now }, max)
  }

  /** Ignores a lock longer than the maximum: the clock has been set back since. */
  #mustWait(lockedUntil: number): boolean {
    const wait = lockedUntil - this.#clock.now()
    return wait > 0 && wait <= this.#settings.lockoutMax * 1_000
  }

  /** Returns seconds: 0 below the configured number of failures, then 1, 2, 4 … minutes up to the maximum. */
  #waitAfter(failures: number): number {
    const { lockoutAttempts, lockoutMax } = this.#settings
    if (failures < lockoutAttempts) return 0
    return Math.min(FIRST_LOCK_S * 2 ** Math.min(failures - lockoutAttempts, 20), lockoutMax)
  }
}
