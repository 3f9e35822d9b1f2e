import type { Clock, Database, KernelServices, Knex, PluginLocals } from '@plinth/kernel'
import type { AccountLocks, GuessedSecret, User } from '@plinth/kernel/contracts'
import { canonicalName, keyDigest, type LoginName, Sweeper } from '@plinth/kernel/tools'
import type { AuthSettings } from '../settings.js'
import type { LoginFailureStore } from './login-failure-store.js'

/** Duration of the first lock; each further wrong password doubles it. */
const FIRST_LOCK_S = 60
/** Number of doublings after which the duration no longer grows: it is two years then. */
const MAX_DOUBLINGS = 20
/** Accounts with longer names are stored as digests. No username is longer. */
const MAX_ACCOUNT_LENGTH = 64
/** Time without a failure after which earlier failures are forgotten. */
const FAILURE_LIFETIME_MS = 24 * 60 * 60_000

interface AccountLockoutDeps extends Pick<KernelServices, 'database' | 'clock'>, PluginLocals<AuthSettings> {
  readonly loginFailureStore: LoginFailureStore
}

/** Locks accounts to slow down guessing. */
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
    this.#sweeper = new Sweeper({ database, log, sweep: (max) => this.#sweep(max) })
  }

  start(): void {
    this.#sweeper.start()
  }

  stop(): Promise<void> {
    return this.#sweeper.stop()
  }

  accountOf(name: LoginName, user: User | undefined, secret: GuessedSecret = 'password'): string {
    const account = user ? canonicalName(user.username) : unknownAccount(name)
    return secret === 'password' ? account : `${secret} ${account}`
  }

  async isLocked(account: string, transaction?: Knex.Transaction): Promise<boolean> {
    const lockedUntil = transaction
      ? this.#failures.lockRow(transaction, account, this.#clock.now())
      : this.#database.read((knex) => this.#failures.lockedUntil(knex, account))
    return this.#isLockActive(await lockedUntil)
  }

  async countFailure(transaction: Knex.Transaction, account: string): Promise<number> {
    const now = this.#clock.now()
    const seconds = this.#lockSecondsAfter(await this.#failures.count(transaction, account, { added: 1, at: now }))
    if (seconds > 0) await this.#failures.lock(transaction, account, now + seconds * 1_000)
    return seconds
  }

  async matchFailureTiming(transaction: Knex.Transaction, account: string): Promise<number> {
    await this.#failures.count(transaction, account, { added: 0, at: this.#clock.now() })
    return 0
  }

  /** Refuses an account that was locked during the check: a burst cannot try more secrets than the limit allows. */
  async clearUnlessLocked(transaction: Knex.Transaction, account: string): Promise<boolean> {
    if (this.#isLockActive(await this.#failures.lockExistingRow(transaction, account))) return false
    await this.clear(transaction, account)
    return true
  }

  clear(transaction: Knex.Transaction, account: string): Promise<number> {
    return this.#failures.clear(transaction, account)
  }

  async activeLocks(): Promise<ReadonlyMap<string, number>> {
    const locks = await this.#failures.locksAfter(this.#clock.now())
    return new Map([...locks].filter(([, lockedUntil]) => this.#isLockActive(lockedUntil)))
  }

  async unlock(username: string, transaction: Knex.Transaction): Promise<void> {
    await this.clearFailures(username, transaction)
  }

  /** Unlocks an account; returns the number of wrong passwords that were counted. */
  clearFailures(username: string, transaction: Knex.Transaction): Promise<number> {
    return this.clear(transaction, canonicalName(username))
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
    const leftMs = lockedUntil - this.#clock.now()
    return leftMs > 0 && leftMs <= this.#settings.lockoutMax * 1_000
  }

  /** Returns 0 below the configured number of failures, then 1, 2, 4 … minutes in seconds, up to the maximum. */
  #lockSecondsAfter(failures: number): number {
    const { lockoutAttempts, lockoutMax } = this.#settings
    if (failures < lockoutAttempts) return 0
    return Math.min(FIRST_LOCK_S * 2 ** Math.min(failures - lockoutAttempts, MAX_DOUBLINGS), lockoutMax)
  }
}

/**
 * Returns the account under which failures for an unknown name are counted: for a possible username the account of the
 * user who may get that name later. Otherwise the first word keeps the account apart from all others: an e-mail
 * address, a digest, or a name such as "code anna", which no user can have. A long name is stored as a digest, because
 * its canonical form can take 8 KB: a client could fill the disk with failed logins.
 */
function unknownAccount({ by, value }: LoginName): string {
  const name = canonicalName(value)
  const account = by === 'username' && !name.includes(' ') ? name : `unknown ${by} ${name}`
  return account.length > MAX_ACCOUNT_LENGTH ? `digest ${keyDigest(account)}` : account
}
