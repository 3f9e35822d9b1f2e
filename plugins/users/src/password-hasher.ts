import { isStorable } from '@plinth/kernel/tools'
import bcrypt from 'bcrypt'
import pLimit from 'p-limit'
import { errors } from './errors.js'
import type { UsersSettings } from './settings.js'

/** bcrypt reads no further than this. */
export const MAX_PASSWORD_BYTES = 72

/** Seconds after which it is worth trying a full queue again. */
const RETRY_AFTER = 1

/** bcrypt behind a bounded queue: unbounded, it would take every thread that files, SQLite and DNS need too. */
export class PasswordHasher {
  readonly #cost: number
  /** The most that may be under way or waiting when a password is checked, and when a new one is hashed. */
  readonly #most: { readonly matches: number; readonly hash: number }
  readonly #limit: ReturnType<typeof pLimit>
  /** A hash of nothing at the same cost, so that an unknown user takes as long as a wrong password. */
  readonly #nobodys: string
  #putOff = 0

  constructor({ settings }: { settings: UsersSettings }) {
    this.#cost = settings.bcryptCost
    const { bcryptConcurrency, bcryptQueue } = settings
    this.#most = { matches: bcryptConcurrency + bcryptQueue, hash: bcryptConcurrency + Math.ceil(bcryptQueue / 2) }
    this.#limit = pLimit(bcryptConcurrency)
    this.#nobodys = `$2b$${String(this.#cost).padStart(2, '0')}$${'.'.repeat(53)}`
  }

  /**
   * Throws `BUSY` (503) past half of the queue: signups must not keep people from logging in. The password must be one
   * that `fits`.
   */
  hash(password: string): Promise<string> {
    return this.#run('hash', () => bcrypt.hash(password, bcrypt.genSaltSync(this.#cost)))
  }

  /** Whether the password has that hash. Takes as long without a hash, or with a password that cannot have one. */
  async matches(password: string, hash: string | null | undefined): Promise<boolean> {
    const comparable = fits(password) && hash != null
    const same = await this.#run('matches', () =>
      bcrypt.compare(comparable ? password : '', comparable ? hash : this.#nobodys),
    )
    return comparable && same
  }

  /** Whether a hash was made at another cost than the one that is set now. */
  isOutdated(hash: string): boolean {
    return bcrypt.getRounds(hash) !== this.#cost
  }

  /** How busy it is: passwords being hashed or compared, those that wait, and all that were put off since the start. */
  get load(): { readonly running: number; readonly waiting: number; readonly putOff: number } {
    return { running: this.#limit.activeCount, waiting: this.#limit.pendingCount, putOff: this.#putOff }
  }

  #run<T>(what: 'hash' | 'matches', work: () => Promise<T>): Promise<T> {
    if (this.#limit.activeCount + this.#limit.pendingCount >= this.#most[what]) {
      this.#putOff += 1
      throw errors.BUSY({}, { retryAfter: RETRY_AFTER })
    }
    return this.#limit(work)
  }
}

/**
 * Whether bcrypt tells this password from every other: no more bytes than it reads, no NUL, no half of a surrogate
 * pair.
 */
export function fits(password: string): boolean {
  return isStorable(password) && Buffer.byteLength(password) <= MAX_PASSWORD_BYTES
}
