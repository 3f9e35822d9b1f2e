import type { Database, Knex, RequestOrigin, SecurityEvents } from '@plinth/kernel'
import type {
  AccountLocks,
  Credentials,
  PasswordCheck,
  PasswordProof,
  RateLimiter,
  User,
  UserDirectory,
} from '@plinth/kernel/contracts'
import { expectLoginName, expectOrigin, expectText, type LoginName } from '@plinth/kernel/tools'
import { errors } from '../errors.js'
import type { SessionService } from '../sessions/session-service.js'
import type { SecondSteps } from './second-steps.js'
import type { StoredPendingLogins } from './stored-pending-logins.js'

/** Maximum number of password checks for a login whose password hash is replaced during each check. */
const MAX_ATTEMPTS = 3
/** `Retry-After` of `PASSWORD_CHANGED_DURING_LOGIN`. */
const RETRY_AFTER_S = 1
/** The result if the hash that the password was checked against has been replaced. */
const HASH_REPLACED = Symbol('hash replaced')
/** The result if the user has too many sessions. */
const TOO_MANY_SESSIONS = Symbol('too many sessions')

/** A login that has begun a session, or that needs a second factor. */
export type LoginResult =
  | { readonly user: User; readonly key: string; readonly loginKey?: never; readonly step?: never }
  | { readonly user: User; readonly key?: never; readonly loginKey: string; readonly step: 'prove' | 'enrol' }

/** The reason for a refusal, in the audit trail. */
const PASSWORD_CHANGED = 'the password changed during the login'

interface LoginServiceDeps {
  readonly database: Database
  readonly userDirectory: UserDirectory
  readonly credentials: Credentials
  readonly sessionRevoker: SessionService
  readonly rateLimiter: RateLimiter
  readonly accountLocks: AccountLocks
  readonly passwordCheck: PasswordCheck
  readonly secondSteps: SecondSteps
  readonly pendingLogins: StoredPendingLogins
  readonly securityEvents: SecurityEvents
}

/** A login with the correct password. */
interface VerifiedLogin {
  readonly account: string
  readonly user: User
  readonly proof: PasswordProof
}

/** Logs users in. */
export class LoginService {
  readonly #database: Database
  readonly #users: UserDirectory
  readonly #credentials: Credentials
  readonly #sessions: SessionService
  readonly #rateLimiter: RateLimiter
  readonly #locks: AccountLocks
  readonly #passwords: PasswordCheck
  readonly #secondSteps: SecondSteps
  readonly #pendingLogins: StoredPendingLogins
  readonly #events: SecurityEvents
  readonly #results = { accepted: 0, refused: 0, locked: 0, second_factor: 0 }

  constructor(deps: LoginServiceDeps) {
    const { database, userDirectory, credentials, sessionRevoker, rateLimiter } = deps
    this.#database = database
    this.#users = userDirectory
    this.#credentials = credentials
    this.#sessions = sessionRevoker
    this.#rateLimiter = rateLimiter
    this.#locks = deps.accountLocks
    this.#passwords = deps.passwordCheck
    this.#secondSteps = deps.secondSteps
    this.#pendingLogins = deps.pendingLogins
    this.#events = deps.securityEvents
  }

  /**
   * Begins a session, or a pending login if the user needs a second factor. Throws `RATE_LIMITED` if there are too many
   * attempts from the address. Throws `LOGIN_FAILED` for an unknown name, a wrong password or a locked account, which
   * clients cannot distinguish, even by the response time. Throws `PASSWORD_CHANGED_DURING_LOGIN` if the hash of the
   * password keeps being replaced during the check, and `TOO_MANY_SESSIONS` if the settings refuse a login beyond the
   * limit.
   */
  async login(origin: RequestOrigin, name: LoginName, password: string): Promise<LoginResult> {
    expectOrigin(origin, 'loginService.login()', { ofRequest: true })
    expectLoginName(name, 'loginService.login()')
    expectText(password, 'loginService.login()', 'the password')
    await this.#rateLimiter.countAttempt(origin.address)
    const user = await this.#find(name)
    const account = this.#locks.accountOf(name, user)
    const { proof, refusal } = await this.#passwords.check(origin, { account, user, password, event: 'login' })
    if (!proof || !user) {
      this.#results[refusal ?? 'refused'] += 1
      throw errors.LOGIN_FAILED()
    }
    const begun = await this.#beginUnlessChanged({ account, user, proof }, password, origin)
    const result = typeof begun !== 'object' ? 'refused' : begun.step ? 'second_factor' : 'accepted'
    this.#results[result] += 1
    if (begun === TOO_MANY_SESSIONS) throw errors.TOO_MANY_SESSIONS({ count: this.#sessions.maxPerUser })
    if (begun === undefined) throw errors.LOGIN_FAILED()
    return begun
  }

  /** Number of logins since the start, by result: `second_factor` if the password was right, and a factor is needed. */
  get results(): Readonly<Record<'accepted' | 'refused' | 'locked' | 'second_factor', number>> {
    return this.#results
  }

  /**
   * Returns a new session or pending login, or `TOO_MANY_SESSIONS`; `undefined` if the account was locked or the
   * password changed during the check. If the hash was replaced, checks the password again, because the new hash may be
   * of the same password.
   */
  async #beginUnlessChanged(
    login: VerifiedLogin,
    password: string,
    origin: RequestOrigin,
  ): Promise<LoginResult | undefined | typeof TOO_MANY_SESSIONS> {
    let proof: PasswordProof | undefined = login.proof
    for (let attempt = 0; proof && attempt < MAX_ATTEMPTS; attempt += 1) {
      const begun = await this.#begin({ ...login, proof }, origin)
      if (begun !== HASH_REPLACED) return begun
      proof = await this.#credentials.verify(login.user.identifier, password)
    }
    if (proof) throw errors.PASSWORD_CHANGED_DURING_LOGIN({}, { retryAfter: RETRY_AFTER_S })
    await this.#database.write((transaction) => this.#recordRefused(login.user, PASSWORD_CHANGED, origin, transaction))
    return undefined
  }

  /** Returns a new session or pending login; `undefined` if the account was locked during the check. */
  #begin(
    { account, user, proof }: VerifiedLogin,
    origin: RequestOrigin,
  ): Promise<LoginResult | undefined | typeof HASH_REPLACED | typeof TOO_MANY_SESSIONS> {
    return this.#database.write(async (transaction) => {
      if (!(await proof.stillHolds(transaction))) return HASH_REPLACED
      const isUnlocked = await this.#locks.clearUnlessLocked(transaction, account)
      if (!isUnlocked) {
        await this.#recordRefused(user, 'locked', origin, transaction)
        return undefined
      }
      const needed = await this.#secondSteps.neededBy(user, transaction)
      if (needed) {
        const details = { step: needed.step }
        await this.#events.record(transaction, { event: 'login-begun', origin, target: user.username, details })
        return { user, loginKey: await this.#pendingLogins.begin(transaction, user), step: needed.step }
      }
      const key = await this.#sessions.begin(transaction, user.identifier)
      if (key === undefined) {
        await this.#recordRefused(user, 'too many sessions', origin, transaction)
        return TOO_MANY_SESSIONS
      }
      await this.#events.record(transaction, { event: 'login', origin, target: user.username })
      return { user, key }
    })
  }

  /** Records the refusal of a login with the correct password. */
  #recordRefused(
    { username }: User,
    reason: string,
    origin: RequestOrigin,
    transaction: Knex.Transaction,
  ): Promise<void> {
    const details = { reason }
    return this.#events.record(transaction, { event: 'login', origin, result: 'refused', target: username, details })
  }

  #find(name: LoginName): Promise<User | undefined> {
    return name.by === 'username' ? this.#users.find(name.value) : this.#users.findByEmail(name.value)
  }
}
