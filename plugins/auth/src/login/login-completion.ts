import type { Database, RequestOrigin, SecurityEvents } from '@plinth/kernel'
import type { RateLimiter, SecondProof, User } from '@plinth/kernel/contracts'
import { expectOrigin, expectText } from '@plinth/kernel/tools'
import { errors } from '../errors.js'
import type { SessionService } from '../sessions/session-service.js'
import type { SecondFactorCheck } from './second-factor-check.js'
import type { StoredPendingLogins } from './stored-pending-logins.js'

interface LoginCompletionDeps {
  readonly database: Database
  readonly pendingLogins: StoredPendingLogins
  readonly secondFactorCheck: SecondFactorCheck
  readonly sessionRevoker: SessionService
  readonly rateLimiter: RateLimiter
  readonly securityEvents: SecurityEvents
}

/** A login that has begun a session. */
export interface CompletedLogin extends Pick<SecondProof, 'recoveryCodes'> {
  readonly user: User
  readonly key: string
}

/** Completes logins that need a second factor. */
export class LoginCompletion {
  readonly #deps: LoginCompletionDeps
  readonly #results = { accepted: 0, refused: 0 }

  constructor(deps: LoginCompletionDeps) {
    const { database, pendingLogins, secondFactorCheck, sessionRevoker, rateLimiter, securityEvents } = deps
    this.#deps = { database, pendingLogins, secondFactorCheck, sessionRevoker, rateLimiter, securityEvents }
  }

  /**
   * Begins the session of a pending login. Throws `RATE_LIMITED`, `LOGIN_EXPIRED` for an unknown or expired pending
   * login, `SECOND_FACTOR_WRONG` for a wrong or spent code or a locked account, `TOO_MANY_SESSIONS`, and `BUSY`.
   */
  async complete(origin: RequestOrigin, loginKey: string, code: string): Promise<CompletedLogin> {
    expectOrigin(origin, 'loginCompletion.complete()', { ofRequest: true })
    expectText(loginKey, 'loginCompletion.complete()', 'the key of the pending login')
    expectText(code, 'loginCompletion.complete()', 'the code')
    const { database, pendingLogins, secondFactorCheck, sessionRevoker, rateLimiter, securityEvents } = this.#deps
    await rateLimiter.countAttempt(origin.address)
    const owner = await pendingLogins.userIdentifierOf(loginKey)
    if (owner === undefined) throw errors.LOGIN_EXPIRED()
    const preparations = await secondFactorCheck.prepare(owner, code)
    const completed = await database.write(async (transaction) => {
      const user = await pendingLogins.lockUserOf(loginKey, transaction)
      if (!user) throw errors.LOGIN_EXPIRED()
      const attempt = { user, code, preparations, steps: ['prove', 'enrol'], event: 'login' } as const
      const proof = await secondFactorCheck.check(origin, attempt, transaction)
      if (!proof) return undefined // not thrown, so that the failure is committed
      const key = await sessionRevoker.begin(transaction, user.identifier)
      if (key === undefined) throw errors.TOO_MANY_SESSIONS({ count: sessionRevoker.maxPerUser })
      await pendingLogins.end(loginKey, transaction)
      const details = { second_factor: proof.by }
      await securityEvents.record(transaction, { event: 'login', origin, target: user.username, details })
      return { user, key, recoveryCodes: proof.recoveryCodes }
    })
    this.#results[completed ? 'accepted' : 'refused'] += 1
    if (!completed) throw errors.SECOND_FACTOR_WRONG()
    return completed
  }

  /** Number of completed logins, and of wrong codes, since the start. */
  get results(): Readonly<Record<'accepted' | 'refused', number>> {
    return this.#results
  }
}
