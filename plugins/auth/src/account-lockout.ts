import type { Clock, Database, Knex, Logger } from '@plinth/kernel'
import type { AccountLocks } from '@plinth/kernel/contracts'
import { canonicalName, Sweeper } from '@plinth/kernel/tools'
import type { LoginFailureStore } from './login-failure-store.js'
import type { AuthSettings } from './settings.js'

/** The first wait of an account in seconds; each further wrong password doubles it. */
const FIRST_LOCK_S = 60
/** How long in ms failures are remembered when nothing follows them. */
const MEMORY = 24 * 60 * 60_000

interface AccountLockoutNeeds {
  readonly database: Database
  readonly clock: Clock
  readonly loginFailureStore: LoginFailureStore
  readonly settings: AuthSettings
  readonly log: Logger
}

/** Makes guessing the password of an account slow. An account is a name, whether or not anybody has it. */
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
    this.#sweeper = new Sweeper({ log, sweep: (most) => this.#sweep(most) })
  }

  start(): void {
    this.#sweeper.start()
  }

  stop(): Promise<void> {
    return this.#sweeper.stop()
  }

  /** Whether an account has to wait. */
  async isLocked(account: string): Promise<boolean> {
    return this.#mustWait(await this.#database.read((knex) => this.#failures.lockedUntil(knex, account)))
  }

  /** Counts a wrong password, and locks the account from the configured number on. Returns for how many seconds. */
  async countFailure(transaction: Knex.Transaction, account: string): Promise<number> {
    const now = this.#clock.now()
    const wait = this.#waitAfter(await this.#failures.count(transaction, account, { more: 1, at: now }))
    if (wait > 0) await this.#failures.lock(transaction, account, now + wait * 1_000)
    return wait
  }

  /**
   * Writes as a failure does, so that a locked account takes as long as a wrong password; counts nothing, and returns
   * 0.
   */
  async noteRefusal(transaction: Knex.Transaction, account: string): Promise<number> {
    await this.#failures.count(transaction, account, { more: 0, at: this.#clock.now() })
    return 0
  }

  /**
   * Forgets the failures of an account, unless it has been locked since it was looked at: of a burst of passwords only
   * as many are tried as an account bears. Tells whether it is open.
   */
  async clearUnlessLocked(transaction: Knex.Transaction, account: string): Promise<boolean> {
    if (this.#mustWait(await this.#failures.lockedUntil(transaction, account))) return false
    await this.#failures.forget(transaction, account)
    return true
  }

  lift(username: string, transaction: Knex.Transaction): Promise<void> {
    return this.#failures.forget(transaction, canonicalName(username))
  }

  #sweep(most: number): Promise<number> {
    const now = this.#clock.now()
    return this.#failures.deleteOld({ failedBefore: now - MEMORY, lockedBefore: now }, most)
  }

  /** Longer than the longest wait can only be a clock that was set back meanwhile. */
  #mustWait(lockedUntil: number): boolean {
    const wait = lockedUntil - this.#clock.now()
    return wait > 0 && wait <= this.#settings.lockoutMax * 1_000
  }

  /** Seconds: none before the configured number of failures, then 1, 2, 4 … minutes up to the configured most. */
  #waitAfter(failures: number): number {
    const { lockoutAttempts, lockoutMax } = this.#settings
    if (failures < lockoutAttempts) return 0
    return Math.min(FIRST_LOCK_S * 2 ** Math.min(failures - lockoutAttempts, 20), lockoutMax)
  }
}
