import type { Clock, Knex, Logger, Randomness } from '@plinth/kernel'
import { type Credentials, isActive, type PendingLogins, type User, type UserDirectory } from '@plinth/kernel/contracts'
import { keyDigest, Sweeper } from '@plinth/kernel/tools'
import type { PendingLogin, PendingLoginStore } from './pending-login-store.js'

/** Time to show the second factor, or to enrol one. */
const LIFETIME_MS = 600_000
const MAX_PER_USER = 5

interface StoredPendingLoginsDeps {
  readonly clock: Clock
  readonly randomness: Randomness
  readonly userDirectory: UserDirectory
  readonly credentials: Credentials
  readonly pendingLoginStore: PendingLoginStore
  readonly log: Logger
}

/**
 * Remembers logins whose password was right until the second factor is shown. The key of one is no key of a session: it
 * completes the login, and does nothing else. Only its digest is stored.
 */
export class StoredPendingLogins implements PendingLogins {
  readonly #clock: Clock
  readonly #randomness: Randomness
  readonly #users: UserDirectory
  readonly #credentials: Credentials
  readonly #store: PendingLoginStore
  readonly #sweeper: Sweeper

  constructor({ clock, randomness, userDirectory, credentials, pendingLoginStore, log }: StoredPendingLoginsDeps) {
    this.#clock = clock
    this.#randomness = randomness
    this.#users = userDirectory
    this.#credentials = credentials
    this.#store = pendingLoginStore
    const sweep = (max: number) => pendingLoginStore.deleteBefore(clock.now() - LIFETIME_MS, max)
    this.#sweeper = new Sweeper({ log, sweep })
  }

  start(): void {
    this.#sweeper.start()
  }

  stop(): Promise<void> {
    return this.#sweeper.stop()
  }

  /** Begins a pending login of a user whose password is right, and returns its key. The caller has locked the user. */
  async begin(transaction: Knex.Transaction, { identifier }: User): Promise<string> {
    const key = this.#randomness.key()
    await this.#store.insert(transaction, keyDigest(key), {
      userIdentifier: identifier,
      passwordVersion: (await this.#credentials.passwordVersion(identifier, transaction)) ?? '',
      createdAt: this.#clock.now(),
    })
    await this.#store.keepNewest(transaction, identifier, MAX_PER_USER)
    return key
  }

  /** Returns whose login it is, if it has not ended; unlocked, so `userOf` must confirm it. */
  async ownerOf(loginKey: string): Promise<string | undefined> {
    const login = await this.#store.find(keyDigest(loginKey))
    return login && this.#isPending(login) ? login.userIdentifier : undefined
  }

  /** Also returns none if the password was replaced since, the user disabled, or the account ended. */
  async userOf(loginKey: string, transaction: Knex.Transaction): Promise<User | undefined> {
    const digest = keyDigest(loginKey)
    const login = await this.#store.find(digest, transaction)
    if (!login || !this.#isPending(login)) return undefined
    const [user] = await this.#users.lock(transaction, [login.userIdentifier])
    if (!user || !isActive(user, this.#clock.now())) return undefined
    if ((await this.#store.find(digest, transaction)) === undefined) return undefined // completed meanwhile
    const passwordVersion = await this.#credentials.passwordVersion(user.identifier, transaction)
    return passwordVersion === login.passwordVersion ? user : undefined
  }

  #isPending({ createdAt }: PendingLogin): boolean {
    return Math.abs(this.#clock.now() - createdAt) < LIFETIME_MS
  }

  end(loginKey: string, transaction: Knex.Transaction): Promise<void> {
    return this.#store.delete(transaction, keyDigest(loginKey))
  }

  endAllOf(identifier: string, transaction: Knex.Transaction): Promise<void> {
    return this.#store.deleteOfUser(transaction, identifier)
  }
}

/** Ends all pending logins in a database that no kernel uses. */
export async function endEveryPendingLogin(transaction: Knex.Transaction): Promise<void> {
  await transaction('plinth_pending_logins').delete()
}
