import type { Clock, Database } from '@plinth/kernel'
import type { Knex } from 'knex'
import { errors } from './errors.js'
import { networkOf } from './network-of.js'
import type { AuthSettings } from './settings.js'

const MINUTE = 60_000
/** The first wait of an account in seconds; each further wrong password doubles it. */
const FIRST_WAIT = 60
/** How long in ms failures are remembered when nothing follows them. */
const MEMORY = 24 * 60 * MINUTE

interface LoginThrottleNeeds {
  readonly database: Database
  readonly clock: Clock
  readonly settings: AuthSettings
}

/** Slows guessing down, by account and by address, with single statements that count exactly across replicas. */
export class LoginThrottle {
  readonly #database: Database
  readonly #clock: Clock
  readonly #settings: AuthSettings

  constructor({ database, clock, settings }: LoginThrottleNeeds) {
    this.#database = database
    this.#clock = clock
    this.#settings = settings
  }

  /** Counts a try of an address; throws `TOO_MANY_TRIES` with the seconds to wait once it has had its minute's share. */
  async countTry(address: string): Promise<void> {
    const now = this.#clock.now()
    const minute = Math.floor(now / MINUTE)
    const tries = await this.#database.write(async (transaction) => {
      const [row] = await transaction('plinth_login_tries')
        .insert({ address: networkOf(address), minute, tries: 1 })
        .onConflict(['address', 'minute'])
        .merge({ tries: transaction.raw('plinth_login_tries.tries + 1') })
        .returning('tries')
      return Number(row.tries)
    })
    if (tries <= this.#settings.loginRate) return
    throw errors.TOO_MANY_TRIES({}, { retryAfter: ((minute + 1) * MINUTE - now) / 1_000 })
  }

  /** Whether an account has to wait. */
  isLocked(account: string): Promise<boolean> {
    return this.#database.read(async (knex) => {
      const row = await knex('plinth_login_failures').select('locked_until').where({ account }).first()
      return row !== undefined && this.#mustWait(Number(row.locked_until))
    })
  }

  /** Writes as a failure does, so that a locked account takes as long as a wrong password; counts nothing. */
  async noteRefusal(account: string): Promise<void> {
    const now = this.#clock.now()
    await this.#database.write(async (transaction) => {
      await transaction('plinth_login_failures').where({ account }).update({ failed_at: now })
    })
  }

  /** Counts a wrong password, and locks the account from the configured number on. */
  async countFailure(account: string): Promise<void> {
    const now = this.#clock.now()
    await this.#database.write(async (transaction) => {
      const [row] = await transaction('plinth_login_failures')
        .insert({ account, failures: 1, locked_until: 0, failed_at: now })
        .onConflict('account')
        .merge({ failures: transaction.raw('plinth_login_failures.failures + 1'), failed_at: now })
        .returning('failures')
      const wait = this.#waitAfter(Number(row.failures))
      if (wait > 0)
        await transaction('plinth_login_failures')
          .where({ account })
          .update({ locked_until: now + wait * 1_000 })
    })
  }

  /**
   * Forgets the failures of an account, unless it has been locked since it was looked at: of a burst of passwords only as many
   * are tried as an account bears. Tells whether it is open.
   */
  async clearUnlessLocked(transaction: Knex.Transaction, account: string): Promise<boolean> {
    const failures = () => transaction('plinth_login_failures').where({ account })
    const row = await failures().select('locked_until').first()
    if (row !== undefined && this.#mustWait(Number(row.locked_until))) return false
    await failures().delete()
    return true
  }

  /** Forgets counts that no longer matter. */
  async sweep(): Promise<void> {
    const now = this.#clock.now()
    await this.#database.write(async (transaction) => {
      await transaction('plinth_login_tries')
        .where('minute', '<', Math.floor(now / MINUTE) - 1)
        .delete()
      await transaction('plinth_login_failures')
        .where('failed_at', '<', now - MEMORY)
        .andWhere('locked_until', '<', now)
        .delete()
    })
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
    return Math.min(FIRST_WAIT * 2 ** Math.min(failures - lockoutAttempts, 20), lockoutMax)
  }
}
