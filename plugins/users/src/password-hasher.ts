import { isStorable } from '@plinth/kernel/tools'
import bcrypt from 'bcrypt'
import pLimit from 'p-limit'
import { errors } from './errors.js'
import type { UsersSettings } from './settings.js'

/** bcrypt ignores any further bytes. */
export const MAX_PASSWORD_BYTES = 72

/** `Retry-After` when the queue is full. */
const RETRY_AFTER_S = 1

/** Runs bcrypt with limited concurrency and a bounded queue, so that threads are left for files, SQLite and DNS. */
export class PasswordHasher {
  readonly #cost: number
  /** Maximum number of running and waiting tasks, for each kind of task. Further tasks of that kind are rejected. */
  readonly #maxTasks: { readonly matches: number; readonly hash: number }
  readonly #limit: ReturnType<typeof pLimit>
  /** A dummy hash of the same cost, so that an unknown user takes as long as a wrong password. */
  readonly #dummyHash: string
  #rejected = 0

  constructor({ settings }: { settings: UsersSettings }) {
    this.#cost = settings.bcryptCost
    const { bcryptConcurrency, bcryptQueue } = settings
    this.#maxTasks = { matches: bcryptConcurrency + bcryptQueue, hash: bcryptConcurrency + Math.ceil(bcryptQueue / 2) }
    this.#limit = pLimit(bcryptConcurrency)
    this.#dummyHash = `$2b$${String(this.#cost).padStart(2, '0')}$${'.'.repeat(53)}`
  }

  /**
   * Hashes a password, which must be hashable (see `isHashable`). Throws `BUSY` (503) if half of the queue is in use:
   * the rest is reserved for logins.
   */
  hash(password: string): Promise<string> {
    return this.#run('hash', () => bcrypt.hash(password, bcrypt.genSaltSync(this.#cost)))
  }

  /** Returns whether the password has this hash. Takes as long without a hash, or if the password is not hashable. */
  async matches(password: string, hash: string | null | undefined): Promise<boolean> {
    const isComparable = isHashable(password) && hash != null
    const isSame = await this.#run('matches', () =>
      bcrypt.compare(isComparable ? password : '', isComparable ? hash : this.#dummyHash),
    )
    return isComparable && isSame
  }

  /** Whether the cost of a hash differs from the configured one. */
  isOutdated(hash: string): boolean {
    return bcrypt.getRounds(hash) !== this.#cost
  }

  /** Numbers of passwords being hashed or compared, of those that wait, and of those rejected since the start. */
  get load(): { readonly running: number; readonly waiting: number; readonly rejected: number } {
    return { running: this.#limit.activeCount, waiting: this.#limit.pendingCount, rejected: this.#rejected }
  }

  #run<T>(task: 'hash' | 'matches', callBcrypt: () => Promise<T>): Promise<T> {
    if (this.#limit.activeCount + this.#limit.pendingCount >= this.#maxTasks[task]) {
      this.#rejected += 1
      throw errors.BUSY({}, { retryAfter: RETRY_AFTER_S })
    }
    return this.#limit(callBcrypt)
  }
}

/** Returns whether bcrypt can distinguish a password from all others: at most 72 bytes, no NUL, no lone surrogate. */
export function isHashable(password: string): boolean {
  return isStorable(password) && Buffer.byteLength(password) <= MAX_PASSWORD_BYTES
}
