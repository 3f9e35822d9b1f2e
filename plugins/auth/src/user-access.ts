import {
  type Authenticated,
  isSelf,
  type KernelServices,
  type Knex,
  mayActOn,
  maySetPassword,
  type Origin,
} from '@plinth/kernel'
import { type Credentials, directoryErrors, hasEnded, type User, type UserDirectory } from '@plinth/kernel/contracts'
import { expectOrigin, expectText, lockWithCaller } from '@plinth/kernel/tools'
import { errors } from './errors.js'
import type { AccountLockout } from './login/account-lockout.js'
import type { SessionService } from './sessions/session-service.js'

/** Reasons why a user cannot log in. */
export const LOGIN_OBSTACLES = ['disabled', 'account_ended', 'locked', 'no_password', 'password_expired'] as const

/** Whether a user can log in. */
export interface LoginState {
  /** Empty if the user can log in. */
  readonly reasons: readonly (typeof LOGIN_OBSTACLES)[number][]
  /** Whether the user must set another password first. */
  readonly mustChangePassword: boolean
  /** In ms; null if the account is not locked. */
  readonly lockedUntil: number | null
  /** Number of consecutive wrong passwords. */
  readonly failures: number
  /** Number of open sessions. */
  readonly sessions: number
  /** Whether the caller may set the user's password. */
  readonly maySetPassword: boolean
}

interface UserAccessDeps extends Pick<KernelServices, 'database' | 'clock' | 'callers' | 'securityEvents'> {
  readonly userDirectory: UserDirectory
  readonly credentials: Credentials
  readonly accountLocks: AccountLockout
  readonly sessionRevoker: SessionService
}

/** Tells admins and sudo users why users who are not more privileged cannot log in, and unlocks their accounts. */
export class UserAccess {
  readonly #deps: UserAccessDeps

  constructor(deps: UserAccessDeps) {
    const { database, clock, userDirectory, credentials, accountLocks, sessionRevoker, callers, securityEvents } = deps
    this.#deps = { database, clock, userDirectory, credentials, accountLocks, sessionRevoker, callers, securityEvents }
  }

  /** Returns whether a user can log in. Throws `USER_NOT_FOUND`, `ACCESS_NOT_YOURS`. */
  async stateOf(origin: Origin<Authenticated>, username: string): Promise<LoginState> {
    expectOrigin(origin, 'userAccess.stateOf()')
    expectText(username, 'userAccess.stateOf()', 'the username')
    const { clock, userDirectory, credentials, accountLocks, sessionRevoker } = this.#deps
    const user = expectAllowed(origin, await userDirectory.find(username))
    const [problem, { failures, lockedUntil }, sessions] = await Promise.all([
      credentials.problemOf(user.identifier),
      accountLocks.stateOf(user.username),
      sessionRevoker.openSessions(user.identifier),
    ])
    const obstacles: Readonly<Record<(typeof LOGIN_OBSTACLES)[number], boolean>> = {
      disabled: user.isDisabled,
      account_ended: hasEnded(user, clock.now()),
      locked: lockedUntil !== null,
      no_password: problem === 'no password',
      password_expired: problem === 'password expired',
    }
    return {
      reasons: LOGIN_OBSTACLES.filter((reason) => obstacles[reason]),
      mustChangePassword: problem === 'must change password',
      lockedUntil,
      failures,
      sessions: sessions.length,
      maySetPassword: this.#maySetPassword(origin, user),
    }
  }

  /**
   * Lifts the temporary lock of an account, and resets its count of wrong passwords. Throws `USER_NOT_FOUND`,
   * `ACCESS_NOT_YOURS`.
   */
  async unlock(origin: Origin<Authenticated>, username: string): Promise<void> {
    expectOrigin(origin, 'userAccess.unlock()')
    expectText(username, 'userAccess.unlock()', 'the username')
    const { database, userDirectory, accountLocks, securityEvents } = this.#deps
    const found = expectAllowed(origin, await userDirectory.find(username))
    await database.write(async (transaction) => {
      const { username: target } = await this.#confirm(origin, found, transaction)
      const failures = await accountLocks.clearFailures(target, transaction)
      if (failures === 0) return
      const details = { failed_attempts: failures }
      await securityEvents.record(transaction, { event: 'user-unlocked', origin, target, details })
    })
  }

  /** Returns whether the caller may set the user's password: never a token, and perhaps only the owner. */
  #maySetPassword({ principal: caller }: Origin<Authenticated>, user: User): boolean {
    if (caller !== 'command' && caller.kind !== 'user') return false
    if (this.#deps.credentials.areSetByOwnerOnly && !isSelf(caller, user)) return false
    return maySetPassword(caller, user)
  }

  /**
   * Locks the rows of the caller and the target, and checks the permission again: the target may have been promoted.
   */
  async #confirm(origin: Origin<Authenticated>, { identifier }: User, transaction: Knex.Transaction): Promise<User> {
    const { userDirectory, callers } = this.#deps
    const user = await lockWithCaller(userDirectory, transaction, origin, identifier)
    await callers.confirm(origin, transaction)
    return expectAllowed(origin, user)
  }
}

/** Returns the user if they exist and the caller may act on them; otherwise throws. */
function expectAllowed({ principal: caller }: Origin<Authenticated>, user: User | undefined): User {
  if (!user) throw directoryErrors.USER_NOT_FOUND()
  if (!mayActOn(caller, user.role.level)) throw errors.ACCESS_NOT_YOURS()
  return user
}
