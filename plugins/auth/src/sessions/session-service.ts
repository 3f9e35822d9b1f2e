import {
  type Authenticated,
  type Clock,
  type Database,
  httpErrors,
  type KernelServices,
  type Knex,
  type PluginLocals,
  type Randomness,
  type RequestOrigin,
  type SecurityEvents,
  type UserPrincipal,
} from '@plinth/kernel'
import type { SessionRevoker } from '@plinth/kernel/contracts'
import { expectUserOrigin, keyDigest, keyWithPageKey, LastUsed, Sweeper } from '@plinth/kernel/tools'
import type { AuthSettings } from '../settings.js'
import { type ExpiryBounds, NO_SESSION, type OpenSession, type Session, type SessionStore } from './session-store.js'

/** The format of session keys: 256 bits in base64url. */
const KEY_PATTERN = /^[A-Za-z0-9_-]{43}$/
/** The largest value of an `integer` column in PostgreSQL. */
const MAX_ID = 2 ** 31 - 1

/** How long a former key stays valid: requests may have been sent with it before it was replaced. */
const FORMER_KEY_LIFETIME_MS = 10_000
/** Maximum difference between the clocks of replicas. */
const CLOCK_TOLERANCE_MS = 500
/**
 * A former key that ends further in the future than this was replaced before the clock was set back, and is ignored.
 * More than one lifetime can be genuine: another replacement may have happened while this one waited for the lock.
 */
const MAX_FORMER_KEY_LIFETIME_MS = 2 * FORMER_KEY_LIFETIME_MS

/** A login that is fresh until a time, in ms, and the key that replaces that of the caller, if any. */
export interface ConfirmedLogin {
  readonly key: string | undefined
  readonly freshUntil: number
}

interface SessionServiceDeps
  extends Pick<KernelServices, 'database' | 'clock' | 'randomness' | 'securityEvents'>,
    PluginLocals<AuthSettings> {
  readonly sessionStore: SessionStore
}

/** Begins, authenticates and ends sessions. Only the digest of a key is stored. */
export class SessionService implements SessionRevoker {
  readonly #database: Database
  readonly #clock: Clock
  readonly #randomness: Randomness
  readonly #store: SessionStore
  readonly #settings: AuthSettings
  readonly #events: SecurityEvents
  readonly #lastUsed: LastUsed
  readonly #sweeper: Sweeper

  constructor(deps: SessionServiceDeps) {
    const { database, clock, randomness, sessionStore, settings, securityEvents, log } = deps
    this.#database = database
    this.#clock = clock
    this.#randomness = randomness
    this.#store = sessionStore
    this.#settings = settings
    this.#events = securityEvents
    this.#lastUsed = new LastUsed({ database, clock, table: 'plinth_sessions' })
    this.#sweeper = new Sweeper({ database, log, sweep: (max) => this.#sweep(max) })
  }

  start(): void {
    this.#lastUsed.start()
    this.#sweeper.start()
  }

  async stop(): Promise<void> {
    await this.#sweeper.stop()
    await this.#lastUsed.stop()
  }

  /** Returns the user of a key; `undefined` if no session is open. Throws `TOKEN_INVALID` for an expired former key. */
  async authenticate(key: string): Promise<UserPrincipal | undefined> {
    if (!KEY_PATTERN.test(key)) return undefined
    const keyId = keyDigest(key)
    const session = await this.#store.find(keyId)
    if (!session) return undefined
    if (this.#hasEnded(session)) {
      await this.#store.delete(session.id) // so that it stays ended if the clock is set back
      return undefined
    }
    // Returning `undefined` would delete the session cookie, but the browser may already have the new one
    if (this.#isFormerKeyExpired(session)) throw httpErrors.TOKEN_INVALID()
    this.#lastUsed.note(session.id, session.lastUsedAt)
    return this.#principalOf(session, keyId)
  }

  /**
   * Checks again, inside a transaction, that a caller's session is still open, and returns its current principal. A key
   * that was replaced after it had been accepted is still accepted here, so that the operation can complete;
   * `expiresAt` is then the end of that former key.
   */
  async confirm(principal: Authenticated, transaction: Knex.Transaction): Promise<UserPrincipal | undefined> {
    if (principal.kind !== 'user') return undefined
    const { identifier, sessionId, keyId } = principal
    const session = await this.#store.lock(transaction, { identifier, id: parseSessionId(sessionId), keyDigest: keyId })
    return session && !this.#hasEnded(session) ? this.#principalOf(session, keyId) : undefined
  }

  /**
   * Begins a session and returns its key. If the user already has the maximum number of sessions, ends the oldest one;
   * with the setting `refuse-login` returns `undefined` instead. The caller has locked the user.
   */
  async begin(transaction: Knex.Transaction, identifier: string): Promise<string | undefined> {
    const { sessionLimitAction, sessionsPerUser } = this.#settings
    if (sessionLimitAction === 'refuse-login') {
      const count = await this.#store.countOpen(transaction, this.#expiryBounds, identifier)
      if (count >= sessionsPerUser) return undefined
    }
    const key = this.#randomness.key()
    await this.#store.insert(transaction, { keyDigest: keyDigest(key), identifier, at: this.#clock.now() })
    await this.#store.keepNewest(transaction, identifier, sessionsPerUser)
    return key
  }

  /**
   * Makes the login of a session fresh, and replaces its key: the former key is never fresh, and soon expires. With a
   * session cookie, the page's part of the key stays the same. While a former key is still valid, the key is not
   * replaced again, and the result has no `key`. Returns `undefined` if the session has ended.
   */
  async confirmLogin(
    { sessionId }: UserPrincipal,
    pageKey: string | undefined,
    transaction: Knex.Transaction,
  ): Promise<ConfirmedLogin | undefined> {
    const [id, now, random] = [parseSessionId(sessionId), this.#clock.now(), this.#randomness.key()]
    const key = pageKey === undefined ? random : keyWithPageKey(random, pageKey)
    const freshUntil = now + this.#settings.freshLoginLifetime * 1_000
    const newKey = {
      keyDigest: keyDigest(key),
      at: now,
      formerUntil: now + FORMER_KEY_LIFETIME_MS,
      latestFormerUntil: now + MAX_FORMER_KEY_LIFETIME_MS,
    }
    if (await this.#store.replaceKey(transaction, id, newKey)) return { key, freshUntil }
    return (await this.#store.confirmLogin(transaction, id, now)) ? { key: undefined, freshUntil } : undefined
  }

  /** Ends the session of a request. Once this resolves, all replicas refuse its key. */
  async logOut(origin: RequestOrigin<UserPrincipal>): Promise<void> {
    expectUserOrigin(origin, 'sessionRevoker.logOut()', { ofRequest: true })
    const { sessionId, username } = origin.principal
    await this.#database.write(async (transaction) => {
      const ended = await this.#store.deleteWithin(transaction, parseSessionId(sessionId))
      if (ended > 0) await this.#events.record(transaction, { event: 'logout', origin, target: username })
    })
  }

  endSessions(
    { identifier, keepSessionId }: { identifier: string; keepSessionId?: string | undefined },
    transaction: Knex.Transaction,
  ): Promise<number> {
    const keptId = keepSessionId === undefined ? undefined : parseSessionId(keepSessionId)
    return this.#store.deleteOfUser(transaction, identifier, keptId)
  }

  /** Returns a user's open sessions, the newest first. */
  async openSessions(identifier: string): Promise<readonly OpenSession[]> {
    return (await this.#store.ofUser(identifier)).filter((session) => !this.#hasEnded(session))
  }

  /** Maximum number of sessions per user. */
  get maxPerUser(): number {
    return this.#settings.sessionsPerUser
  }

  /** Counts the open sessions of all users. */
  countOpen(): Promise<number> {
    return this.#database.read((knex) => this.#store.countOpen(knex, this.#expiryBounds))
  }

  /** Ends one session of a user; returns `false` if there is none with that id. */
  async endOne(identifier: string, sessionId: string, transaction: Knex.Transaction): Promise<boolean> {
    return (await this.#store.deleteOneOfUser(transaction, identifier, parseSessionId(sessionId))) > 0
  }

  /** Deletes at most `max` sessions that have ended; returns how many. */
  #sweep(max: number): Promise<number> {
    return this.#store.deleteEnded(this.#expiryBounds, max)
  }

  get #expiryBounds(): ExpiryBounds {
    const now = this.#clock.now()
    const { sessionIdle, sessionMax } = this.#settings
    const maxAge = sessionMax * 1_000
    return { oldestCreation: now - maxAge, latestCreation: now + maxAge, oldestUse: now - sessionIdle * 1_000, now }
  }

  /** Also returns true for a session that a wrong clock has dated further in the future than the maximum age. */
  #hasEnded({ createdAt, lastUsedAt, endsAt }: OpenSession): boolean {
    const now = this.#clock.now()
    const { sessionIdle, sessionMax } = this.#settings
    if (endsAt !== null && endsAt <= now) return true
    return Math.abs(now - createdAt) >= sessionMax * 1_000 || Math.abs(now - lastUsedAt) >= sessionIdle * 1_000
  }

  /** Returns whether a session was found by a former key that has expired, or whose end a wrong clock has set. */
  #isFormerKeyExpired({ formerUntil }: Session): boolean {
    if (formerUntil === undefined) return false
    const leftMs = formerUntil - this.#clock.now()
    return leftMs <= 0 || leftMs > FORMER_KEY_LIFETIME_MS + CLOCK_TOLERANCE_MS
  }

  #principalOf(session: Session, keyId: string | undefined): UserPrincipal {
    const { id, createdAt, endsAt, provenAt, identifier, username, role, mustChangePassword, profile } = session
    const { sessionIdle, sessionMax, freshLoginLifetime } = this.#settings
    const now = this.#clock.now()
    const { formerUntil = Infinity } = session
    const ends = [createdAt + sessionMax * 1_000, now + sessionIdle * 1_000, endsAt ?? Infinity, formerUntil]
    const isFormer = formerUntil < Infinity // a thief may have copied it, and waited for the confirmation
    const isFuture = provenAt - now > freshLoginLifetime * 1_000 // a wrong clock has dated it
    const freshUntil = isFormer || isFuture ? 0 : provenAt + freshLoginLifetime * 1_000
    const user = { identifier, username, role, mustChangePassword, profile }
    const key = { ...(keyId !== undefined && { keyId }), expiresAt: Math.min(...ends), freshUntil }
    return { kind: 'user', ...user, sessionId: String(id), ...key }
  }
}

/** Parses a session id; returns `NO_SESSION` for one that this plugin did not issue. */
function parseSessionId(sessionId: string): number {
  const id = /^\d{1,10}$/.test(sessionId) ? Number(sessionId) : NO_SESSION
  return id <= MAX_ID ? id : NO_SESSION
}
