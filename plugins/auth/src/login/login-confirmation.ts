import { httpErrors, type KernelServices, type Knex, type RequestOrigin, type UserPrincipal } from '@plinth/kernel'
import type { AccountLocks, PasswordCheck, RateLimiter, UserDirectory } from '@plinth/kernel/contracts'
import { expectText, expectUserOrigin } from '@plinth/kernel/tools'
import { errors } from '../errors.js'
import type { ConfirmedLogin, SessionService } from '../sessions/session-service.js'
import type { SecondFactorCheck } from './second-factor-check.js'

/** The reason for a refusal, in the audit trail. */
const PASSWORD_CHANGED = 'the password changed during the confirmation'

/** What confirms the login: either the password or a code of the second factor. */
export interface LoginProof {
  readonly password?: string | undefined
  readonly code?: string | undefined
}

/** The origin of a request with the key of a session. */
interface KeyHolder extends RequestOrigin<UserPrincipal> {
  /** The part of the key that the page keeps, if the request used the session cookie. */
  readonly pageKey?: string | undefined
}

interface LoginConfirmationDeps extends Pick<KernelServices, 'database' | 'callers' | 'securityEvents'> {
  readonly userDirectory: UserDirectory
  readonly sessionRevoker: SessionService
  readonly accountLocks: AccountLocks
  readonly passwordCheck: PasswordCheck
  readonly secondFactorCheck: SecondFactorCheck
  readonly rateLimiter: RateLimiter
}

/** Makes logins fresh again. Operations that need a fresh login cannot be done with a stolen key alone. */
export class LoginConfirmation {
  readonly #deps: LoginConfirmationDeps
  #refusals = 0

  constructor(deps: LoginConfirmationDeps) {
    const { database, userDirectory, callers, sessionRevoker, accountLocks } = deps
    const { passwordCheck, secondFactorCheck, rateLimiter, securityEvents } = deps
    const checks = { passwordCheck, secondFactorCheck, rateLimiter }
    this.#deps = { database, userDirectory, callers, sessionRevoker, accountLocks, securityEvents, ...checks }
  }

  /**
   * Checks the caller's password, or a code of the second factor, and makes the login fresh. Returns until when it is
   * fresh, and the key that replaces the caller's: none if a confirmation some seconds ago has already replaced it.
   * Wrong passwords and codes count as at a login. Throws `RATE_LIMITED`, `BUSY`, `LOGIN_NOT_CONFIRMED` for a wrong
   * password or code or a locked account, and `TOKEN_INVALID` if the session has ended.
   */
  async confirm(origin: KeyHolder, { password, code }: LoginProof): Promise<ConfirmedLogin> {
    expectUserOrigin(origin, 'loginConfirmation.confirm()', { ofRequest: true })
    expectText(password ?? code, 'loginConfirmation.confirm()', 'the password or the code')
    await this.#deps.rateLimiter.countAttempt(origin.address)
    const confirmed =
      password === undefined ? await this.#byCode(origin, code ?? '') : await this.#byPassword(origin, password)
    if (confirmed === undefined) {
      this.#refusals += 1
      throw errors.LOGIN_NOT_CONFIRMED()
    }
    return confirmed
  }

  /** Number of refused confirmations since the start. */
  get refusals(): number {
    return this.#refusals
  }

  async #byPassword(origin: KeyHolder, password: string): Promise<ConfirmedLogin | undefined> {
    const { database, userDirectory, accountLocks, passwordCheck, securityEvents } = this.#deps
    const { username, identifier } = origin.principal
    const user = await userDirectory.find(username)
    if (user?.identifier !== identifier) return undefined // renamed or recreated since the request began
    const account = accountLocks.accountOf({ by: 'username', value: username }, user)
    const { proof } = await passwordCheck.check(origin, { account, user, password, event: 'login-confirmed' })
    if (!proof) return undefined
    return database.write(async (transaction) => {
      const isCurrent = await proof.stillHolds(transaction)
      const isUnlocked = await accountLocks.clearUnlessLocked(transaction, account)
      if (isCurrent && isUnlocked) return this.#makeFresh(origin, { by: 'password' }, transaction)
      const details = { reason: isUnlocked ? PASSWORD_CHANGED : 'locked' }
      await securityEvents.record(transaction, {
        event: 'login-confirmed',
        origin,
        result: 'refused',
        target: username,
        details,
      })
      return undefined
    })
  }

  async #byCode(origin: KeyHolder, code: string): Promise<ConfirmedLogin | undefined> {
    const { database, userDirectory, secondFactorCheck } = this.#deps
    const preparations = await secondFactorCheck.prepare(origin.principal.identifier, code)
    return database.write(async (transaction) => {
      const [user] = await userDirectory.lock(transaction, [origin.principal.identifier])
      if (!user) return undefined
      const attempt = { user, code, preparations, steps: ['prove'], event: 'login-confirmed' } as const
      const proof = await secondFactorCheck.check(origin, attempt, transaction)
      return proof && this.#makeFresh(origin, { by: proof.by }, transaction)
    })
  }

  async #makeFresh(origin: KeyHolder, details: { by: string }, transaction: Knex.Transaction): Promise<ConfirmedLogin> {
    const { callers, sessionRevoker: sessions, securityEvents } = this.#deps
    const { principal: caller } = origin
    await callers.confirm(origin, transaction)
    const confirmed = await sessions.confirmLogin(caller, origin.pageKey, transaction)
    if (confirmed === undefined) throw httpErrors.TOKEN_INVALID()
    await securityEvents.record(transaction, { event: 'login-confirmed', origin, target: caller.username, details })
    return confirmed
  }
}
