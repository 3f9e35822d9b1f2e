import {
  type Callers,
  type Database,
  httpErrors,
  type RequestOrigin,
  type SecurityEvents,
  type UserPrincipal,
} from '@plinth/kernel'
import type { AccountLocks, RateLimiter, UserDirectory } from '@plinth/kernel/contracts'
import { expectOrigin, expectText } from '@plinth/kernel/tools'
import { errors } from './errors.js'
import type { PasswordCheck } from './password-check.js'
import type { SessionService } from './session-service.js'

interface LoginConfirmationDeps {
  readonly database: Database
  readonly userDirectory: UserDirectory
  readonly callers: Callers
  readonly sessionRevoker: SessionService
  readonly accountLocks: AccountLocks
  readonly passwordCheck: PasswordCheck
  readonly rateLimiter: RateLimiter
  readonly securityEvents: SecurityEvents
}

/** Makes a login fresh again: a stolen key alone does not suffice for operations that need a fresh one. */
export class LoginConfirmation {
  readonly #deps: LoginConfirmationDeps

  constructor(deps: LoginConfirmationDeps) {
    const { database, userDirectory, callers, sessionRevoker, accountLocks } = deps
    const { passwordCheck, rateLimiter, securityEvents } = deps
    this.#deps = {
      database,
      userDirectory,
      callers,
      sessionRevoker,
      accountLocks,
      passwordCheck,
      rateLimiter,
      securityEvents,
    }
  }

  /**
   * Checks the password of the caller, and returns until when the login is fresh, in ms. Wrong passwords count as at a
   * login. Throws `RATE_LIMITED`, `BUSY`, or `LOGIN_NOT_CONFIRMED` for a wrong password and a locked account.
   */
  async confirm(origin: RequestOrigin<UserPrincipal>, password: string): Promise<number> {
    expectOrigin(origin, 'loginConfirmation.confirm()', { ofRequest: true })
    expectText(password, 'loginConfirmation.confirm()', 'the password')
    const { database, callers, sessionRevoker, accountLocks, passwordCheck, rateLimiter, securityEvents } = this.#deps
    const { principal: caller } = origin
    await rateLimiter.countAttempt(origin.address)
    const user = await this.#deps.userDirectory.find(caller.username)
    const account = accountLocks.accountOf({ by: 'username', value: caller.username }, user)
    const { proof } = await passwordCheck.check(origin, { account, user, password, event: 'login-confirmed' })
    if (!proof || user?.identifier !== caller.identifier) throw errors.LOGIN_NOT_CONFIRMED()
    return database.write(async (transaction) => {
      const isCurrent = await proof.stillHolds(transaction)
      await callers.confirm(origin, transaction)
      const isUnlocked = await accountLocks.clearUnlessLocked(transaction, account)
      if (!isCurrent || !isUnlocked) throw errors.LOGIN_NOT_CONFIRMED()
      const freshUntil = await sessionRevoker.confirmLogin(caller, transaction)
      if (freshUntil === undefined) throw httpErrors.TOKEN_INVALID()
      await securityEvents.record(transaction, { event: 'login-confirmed', origin, target: caller.username })
      return freshUntil
    })
  }
}
