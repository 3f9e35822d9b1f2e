import type { Clock, KernelServices, Knex, Logger, Randomness } from '@plinth/kernel'
import { type Credentials, isActive, type PendingLogins, type User, type UserDirectory } from '@plinth/kernel/contracts'
import { keyDigest, Sweeper } from '@plinth/kernel/tools'
import type { PendingLoginStore, StoredPendingLogin } from './pending-login-store.js'

/** Time to show the second factor, or to enrol one. */
const LIFETIME_MS = 600_000
const MAX_PER_USER = 5

interface StoredPendingLoginsDeps extends Pick<KernelServices, 'database' | 'clock' | 'randomness'> {
  readonly userDirectory: UserDirectory
  readonly credentials: Credentials
  readonly pendingLoginStore: PendingLoginStore
  readonly log: Logger
}

/**
 * Remembers logins whose password was right until the second factor is shown. The key of a pending login only completes
 * that login: it is not the key of a session. Only its digest is stored.
 */
export class StoredPendingLogins implements PendingLogins {
  readonly #clock: Clock
  readonly #randomness: Randomness
  readonly #users: UserDirectory
  readonly #credentials: Credentials
  readonly #store: PendingLoginStore
  readonly #sweeper: Sweeper

  constructor({
    database,
    clock,
    randomness,
    userDirectory,
    credentials,
    pendingLoginStore,
    log,
  }: StoredPendingLoginsDeps) {
    this.#clock = clock
    this.#randomness = randomness
    this.#users = userDirectory
    this.#credentials = credentials
    this.#store = pendingLoginStore
    this.#sweeper = new Sweeper({ database, log, sweep: (max) => this.#sweep(max) })
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

  async userIdentifierOf(loginKey: string): Promise<string | undefined> {
    const digest = keyDigest(loginKey)
    const login = await this.#store.find(digest)
    if (!login || this.#isPending(login)) return login?.userIdentifier
    await this.#store.delete(digest)
    return undefined
  }

  /** Also returns `undefined` if since then the password was replaced, the user disabled, or the account ended. */
  async lockUserOf(loginKey: string, transaction: Knex.Transaction): Promise<User | undefined> {
    const digest = keyDigest(loginKey)
    const login = await this.#store.find(digest, transaction)
    if (!login || !this.#isPending(login)) return undefined
    const [user] = await this.#users.lock(transaction, [login.userIdentifier])
    if (!user || !isActive(user, this.#clock.now())) return undefined
    if ((await this.#store.find(digest, transaction)) === undefined) return undefined // completed meanwhile
    const passwordVersion = await this.#credentials.passwordVersion(user.identifier, transaction)
    return passwordVersion === login.passwordVersion ? user : undefined
  }

  #isPending({ createdAt, accountEndsAt }: StoredPendingLogin): boolean {
    const now = this.#clock.now()
    const age = Math.abs(now - createdAt) // the clock may have been set back
    return age < LIFETIME_MS && (accountEndsAt === null || accountEndsAt > now)
  }

  /** Deletes at most `max` logins that have ended; returns how many. */
  #sweep(max: number): Promise<number> {
    const now = this.#clock.now()
    return this.#store.deleteEnded({ begunBefore: now - LIFETIME_MS, now }, max)
  }

  end(loginKey: string, transaction: Knex.Transaction): Promise<void> {
    return this.#store.deleteWithin(transaction, keyDigest(loginKey))
  }

  endAllOf(identifier: string, transaction: Knex.Transaction): Promise<void> {
    return this.#store.deleteOfUser(transaction, identifier)
  }
}

/** Ends all pending logins in a database that no kernel uses. */
export async function endEveryPendingLogin(transaction: Knex.Transaction): Promise<void> {
  await transaction('plinth_pending_logins').delete()
}
