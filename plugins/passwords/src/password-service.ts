import {
  type Callers,
  type Database,
  type Knex,
  maySetPassword,
  type Origin,
  type SecurityEvents,
  type UserPrincipal,
} from '@plinth/kernel'
import {
  type AccountLocks,
  type Credentials,
  credentialErrors,
  type PasswordCheck,
  type PasswordProof,
  type RateLimiter,
  type SessionRevoker,
  type User,
  type UserDirectory,
} from '@plinth/kernel/contracts'
import { canonicalName, expectText, expectUserOrigin, isStorable, lockWithCaller } from '@plinth/kernel/tools'
import { errors } from './errors.js'

interface PasswordServiceDeps {
  readonly database: Database
  readonly userDirectory: UserDirectory
  readonly credentials: Credentials
  readonly sessionRevoker: SessionRevoker
  readonly accountLocks: AccountLocks
  readonly passwordCheck: PasswordCheck
  readonly callers: Callers
  readonly rateLimiter: RateLimiter
  readonly securityEvents: SecurityEvents
}

/**
 * Sets passwords. The role rules apply to users, but not to the CLI and the host. Each change ends the target's other
 * sessions and unlocks the account.
 */
export class PasswordService {
  readonly #database: Database
  readonly #users: UserDirectory
  readonly #credentials: Credentials
  readonly #sessions: SessionRevoker
  readonly #locks: AccountLocks
  readonly #passwordCheck: PasswordCheck
  readonly #callers: Callers
  readonly #rateLimiter: RateLimiter
  readonly #events: SecurityEvents

  constructor(deps: PasswordServiceDeps) {
    const { userDirectory, credentials, sessionRevoker, accountLocks, passwordCheck, rateLimiter } = deps
    const { database, callers, securityEvents } = deps
    this.#database = database
    this.#users = userDirectory
    this.#credentials = credentials
    this.#sessions = sessionRevoker
    this.#locks = accountLocks
    this.#passwordCheck = passwordCheck
    this.#callers = callers
    this.#rateLimiter = rateLimiter
    this.#events = securityEvents
  }

  /**
   * Changes a password. Users need the current one to change their own; the CLI and the host need not give it, but it
   * is checked if they do. Throws the errors of this plugin, `PASSWORD_REFUSED` or `RATE_LIMITED`.
   */
  async change(
    origin: Origin<UserPrincipal>,
    change: { target: string; newPassword: string; currentPassword?: string | undefined },
  ): Promise<void> {
    expectUserOrigin(origin, 'passwordService.change()')
    expectText(change?.target, 'passwordService.change()', 'the target, a username,')
    expectText(change.newPassword, 'passwordService.change()', 'the newPassword')
    expectText(change.currentPassword ?? '', 'passwordService.change()', 'the currentPassword')
    await this.#rateLimiter.countAttemptBy(origin)
    const { principal: caller } = origin
    const target = await this.#allowedTarget(caller, change.target)
    const needsCurrentPassword =
      caller === 'command' ? change.currentPassword !== undefined : target.identifier === caller.identifier
    const proof = needsCurrentPassword
      ? await this.#verifyCurrentPassword(origin, target, change.currentPassword)
      : undefined
    await this.#set({ event: 'password-changed', origin, target, proof }, change.newPassword)
  }

  /**
   * Sets a password without the current one. The password rules do not apply to the CLI and the host. Throws the
   * errors of this plugin, `PASSWORD_REFUSED` or `RATE_LIMITED`.
   */
  async reset(origin: Origin<UserPrincipal>, reset: { target: string; newPassword: string }): Promise<void> {
    expectUserOrigin(origin, 'passwordService.reset()')
    expectText(reset?.target, 'passwordService.reset()', 'the target, a username,')
    expectText(reset.newPassword, 'passwordService.reset()', 'the newPassword')
    await this.#rateLimiter.countAttemptBy(origin)
    const target = await this.#allowedTarget(origin.principal, reset.target)
    const skipsPasswordRules = origin.principal === 'command'
    await this.#set({ event: 'password-reset', origin, target, skipsPasswordRules }, reset.newPassword)
  }

  async #allowedTarget(caller: Caller, username: string): Promise<Target> {
    const self = caller !== 'command' && canonicalName(username) === canonicalName(caller.username) ? caller : undefined
    const target = self ?? (isStorable(username) ? await this.#users.find(username) : undefined)
    if (caller !== 'command' && caller.mustChangePassword && !self) throw credentialErrors.PASSWORD_MUST_BE_CHANGED()
    if (!target) throw errors.TARGET_NOT_FOUND({ username })
    if (!maySetPassword(caller, target)) throw errors.PASSWORD_CHANGE_DENIED()
    if (this.#credentials.areSetByOwnerOnly && caller !== 'command' && !self)
      throw errors.PASSWORD_SET_BY_OWNER_ONLY({ username: target.username })
    return target
  }

  async #verifyCurrentPassword(
    origin: Origin<UserPrincipal>,
    target: Target,
    currentPassword: string | undefined,
  ): Promise<PasswordProof> {
    if (currentPassword === undefined) throw errors.CURRENT_PASSWORD_REQUIRED()
    const proof = await this.#proofOf(origin, target, currentPassword)
    if (!proof) throw errors.CURRENT_PASSWORD_WRONG()
    return proof
  }

  /** Counts wrong passwords as a login does: whoever copied the key must not be able to guess the password here. */
  async #proofOf(origin: Origin<UserPrincipal>, user: Target, password: string): Promise<PasswordProof | undefined> {
    if (origin.principal === 'command') return this.#credentials.verify(user.identifier, password)
    const account = canonicalName(user.username)
    const event = 'password-changed'
    const { proof } = await this.#passwordCheck.check(origin, { account, user, password, event })
    if (!proof) return undefined
    return this.#database.write(async (transaction) => {
      if (await this.#locks.clearUnlessLocked(transaction, account)) return proof
      const refusal = {
        event,
        origin,
        result: 'refused',
        target: user.username,
        details: { reason: 'locked' },
      } as const
      await this.#events.record(transaction, refusal)
      return undefined
    })
  }

  async #set(change: AllowedChange, newPassword: string): Promise<void> {
    const { event, origin, target, skipsPasswordRules = false } = change
    const keepSessionId = origin.principal === 'command' ? undefined : origin.principal.sessionId
    await this.#credentials.replace(target.identifier, newPassword, {
      skipsPasswordRules,
      before: (transaction) => this.#checkAgain(change, transaction),
      alongside: (transaction) =>
        Promise.all([
          this.#sessions.endSessions({ identifier: target.identifier, keepSessionId }, transaction),
          this.#locks.unlock(target.username, transaction),
          this.#events.record(transaction, { event, origin, target: target.username }),
        ]),
    })
  }

  /** Checks again after hashing: meanwhile the caller's session may have ended, or the password may have changed. */
  async #checkAgain({ origin, target, proof }: AllowedChange, transaction: Knex.Transaction): Promise<void> {
    const { principal: caller } = origin
    const targetNow = await lockWithCaller(this.#users, transaction, origin, target.identifier)
    const mayBeGuess = proof !== undefined && caller !== 'command'
    const [callerNow, isProofValid, isLocked] = await Promise.all([
      this.#callers.currentCaller<Caller>(origin, transaction),
      proof?.stillHolds(transaction) ?? true,
      mayBeGuess && this.#locks.isLocked(canonicalName(target.username), transaction),
    ])
    if (!targetNow) throw errors.TARGET_NOT_FOUND({ username: target.username })
    if (!maySetPassword(callerNow, targetNow)) throw errors.PASSWORD_CHANGE_DENIED()
    if (!isProofValid || isLocked) throw errors.CURRENT_PASSWORD_WRONG()
  }
}

type Caller = UserPrincipal | 'command'

/** The owner of the password. */
type Target = Pick<User, 'identifier' | 'username' | 'role'>

/** A change that the role rules allowed at the time of the request. */
interface AllowedChange {
  readonly event: 'password-changed' | 'password-reset'
  readonly origin: Origin<UserPrincipal>
  readonly target: Target
  /** Proof that the current password was right, if one was required. */
  readonly proof?: PasswordProof | undefined
  readonly skipsPasswordRules?: boolean
}
