import { createHmac } from 'node:crypto'
import { isStorable } from '@plinth/kernel/tools'
import bcrypt from 'bcrypt'
import pLimit from 'p-limit'
import { errors } from './errors.js'
import type { UsersSettings } from './settings.js'

/** Maximum length of a password, so that nobody can make the service hash megabytes. */
export const MAX_PASSWORD_BYTES = 1_024
/** Number of bytes that bcrypt reads; it ignores any further ones. */
export const MAX_BCRYPT_BYTES = 72
/** Prefix of the hash of a long password. The rest is the bcrypt hash of the password's digest. */
const LONG_PREFIX = '$sha384'
/** Key of the digests, so that they differ from those that other programs make of the same password. */
const DIGEST_LABEL = 'plinth long password'

/** `Retry-After` when the queue is full. */
const RETRY_AFTER_S = 1

/** Runs bcrypt with limited concurrency and a bounded queue, so that threads are left for files, SQLite and DNS. */
export class PasswordHasher {
  readonly #cost: number
  /** The number of running and waiting tasks, of both kinds, at which further tasks of a kind are rejected. */
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
    this.#dummyHash = dummySalt(this.#cost) + '.'.repeat(31)
  }

  /**
   * Hashes a password, which must be hashable (see `isHashable`). Throws `BUSY` (503) if half of the queue is in use:
   * the rest is reserved for logins.
   */
  hash(password: string): Promise<string> {
    const prefix = isLong(password) ? LONG_PREFIX : ''
    return this.inQueue(
      'hash',
      async () => prefix + (await bcrypt.hash(bcryptInput(password), bcrypt.genSaltSync(this.#cost))),
    )
  }

  /**
   * Returns whether the password has this hash. Takes as long without a hash, or if the password is not hashable. A
   * short password never matches the hash of a long one, so nobody can log in with the digest of a long password.
   */
  async matches(password: string, hash: string | null | undefined): Promise<boolean> {
    const isComparable = isHashable(password) && hash != null && isLong(password) === isHashOfLong(hash)
    const isSame = await this.inQueue('matches', () =>
      bcrypt.compare(isComparable ? bcryptInput(password) : '', isComparable ? bcryptHashIn(hash) : this.#dummyHash),
    )
    return isComparable && isSame
  }

  /** Whether the cost of a hash differs from the configured one. */
  isOutdated(hash: string): boolean {
    return bcrypt.getRounds(bcryptHashIn(hash)) !== this.#cost
  }

  /** Numbers of passwords being hashed or compared, of those that wait, and of those rejected since the start. */
  get load(): { readonly running: number; readonly waiting: number; readonly rejected: number } {
    return { running: this.#limit.activeCount, waiting: this.#limit.pendingCount, rejected: this.#rejected }
  }

  /** Calls bcrypt when it is the task's turn. Throws `BUSY` (503) if too many tasks run or wait. */
  inQueue<T>(task: 'hash' | 'matches', callBcrypt: () => Promise<T>): Promise<T> {
    if (this.#limit.activeCount + this.#limit.pendingCount >= this.#maxTasks[task]) {
      this.#rejected += 1
      throw errors.BUSY({}, { retryAfter: RETRY_AFTER_S })
    }
    return this.#limit(callBcrypt)
  }
}

/** Returns whether a password can be hashed: at most `MAX_PASSWORD_BYTES`, no NUL, no lone surrogate. */
export function isHashable(password: string): boolean {
  return isStorable(password) && Buffer.byteLength(password) <= MAX_PASSWORD_BYTES
}

/** A salt that nobody has, in bcrypt's form: the version, the cost, and 128 bits in 22 characters. */
export function dummySalt(cost: number): string {
  return `$2b$${String(cost).padStart(2, '0')}$${'.'.repeat(22)}`
}

function isLong(password: string): boolean {
  return Buffer.byteLength(password) > MAX_BCRYPT_BYTES
}

/** Returns a short password itself, or the digest of a long one: 64 characters. */
function bcryptInput(password: string): string {
  return isLong(password) ? createHmac('sha384', DIGEST_LABEL).update(password).digest('base64') : password
}

function isHashOfLong(hash: string): boolean {
  return hash.startsWith(LONG_PREFIX)
}

function bcryptHashIn(hash: string): string {
  return isHashOfLong(hash) ? hash.slice(LONG_PREFIX.length) : hash
}
