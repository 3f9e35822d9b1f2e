import type { Callers, Knex, RequestOrigin, SecurityEvents, UserPrincipal } from '@plinth/kernel'
import {
  type AccountLocks,
  type AddressThrottle,
  type Credentials,
  credentialErrors,
  type PasswordProof,
  type SessionRevoker,
  type User,
  type UserDirectory,
} from '@plinth/kernel/contracts'
import { canonicalName, expectOrigin } from '@plinth/kernel/tools'
import { errors } from './errors.js'
import { maySetPassword } from './may-set-password.js'

interface PasswordServiceNeeds {
  readonly userDirectory: UserDirectory
  readonly credentials: Credentials
  readonly sessionRevoker: SessionRevoker
  readonly accountLocks: AccountLocks
  readonly callers: Callers
  readonly addressThrottle: AddressThrottle
  readonly securityEvents: SecurityEvents
}

/**
 * Sets passwords for people, by the role rules. Each ends the target's other sessions and lifts the lock of the
 * account.
 */
export class PasswordService {
  readonly #users: UserDirectory
  readonly #credentials: Credentials
  readonly #sessions: SessionRevoker
  readonly #locks: AccountLocks
  readonly #callers: Callers
  readonly #tries: AddressThrottle
  readonly #events: SecurityEvents

  constructor(needs: PasswordServiceNeeds) {
    const { userDirectory, credentials, sessionRevoker, accountLocks, addressThrottle, callers, securityEvents } = needs
    this.#users = userDirectory
    this.#credentials = credentials
    this.#sessions = sessionRevoker
    this.#locks = accountLocks
    this.#callers = callers
    this.#tries = addressThrottle
    this.#events = securityEvents
  }

  /**
   * Sets a password; the caller's own only with the current one. Throws the errors of this plugin, `PASSWORD_REFUSED`
   * or `TOO_MANY_TRIES`.
   */
  async change(
    origin: RequestOrigin<UserPrincipal>,
    change: { target: string; newPassword: string; currentPassword?: string | undefined },
  ): Promise<void> {
    expectOrigin(origin, 'passwordService.change()', { ofRequest: true })
    await this.#tries.countTryBy(origin)
    const caller = origin.principal
    const target = await this.#allowedTarget(caller, change.target)
    const isOwn = target.identifier === caller.identifier
    const proof = isOwn ? await this.#proofOf(target, change.currentPassword) : undefined
    await this.#set({ event: 'password-changed', origin, target, proof }, change.newPassword)
  }

  /**
   * Sets a password without asking for the current one. Throws the errors of this plugin, `PASSWORD_REFUSED` or
   * `TOO_MANY_TRIES`.
   */
  async reset(origin: RequestOrigin<UserPrincipal>, reset: { target: string; newPassword: string }): Promise<void> {
    expectOrigin(origin, 'passwordService.reset()', { ofRequest: true })
    await this.#tries.countTryBy(origin)
    const target = await this.#allowedTarget(origin.principal, reset.target)
    await this.#set({ event: 'password-reset', origin, target }, reset.newPassword)
  }

  async #allowedTarget(caller: UserPrincipal, username: string): Promise<Target> {
    const isOwn = canonicalName(username) === canonicalName(caller.username)
    const target = isOwn ? caller : await this.#users.find(username)
    if (caller.mustChangePassword && !isOwn) throw credentialErrors.PASSWORD_MUST_BE_CHANGED()
    if (!target) throw errors.TARGET_NOT_FOUND({ username })
    if (!maySetPassword(caller, target)) throw errors.PASSWORD_CHANGE_DENIED()
    return target
  }

  async #proofOf(target: Target, currentPassword: string | undefined): Promise<PasswordProof> {
    if (currentPassword === undefined) throw errors.CURRENT_PASSWORD_REQUIRED()
    const proof = await this.#credentials.verify(target.identifier, currentPassword)
    if (!proof) throw errors.CURRENT_PASSWORD_WRONG()
    return proof
  }

  async #set(change: AllowedChange, newPassword: string): Promise<void> {
    const { event, origin, target } = change
    const { sessionId } = origin.principal
    await this.#credentials.replace(target.identifier, newPassword, {
      before: (transaction) => this.#checkAgain(change, transaction),
      beside: (transaction) =>
        Promise.all([
          this.#sessions.endSessions({ identifier: target.identifier, except: sessionId }, transaction),
          this.#locks.lift(target.username, transaction),
          this.#events.record(transaction, { event, origin, target: target.username }),
        ]),
    })
  }

  /** While the new password was hashed the caller may have been thrown out, or somebody may have set another one. */
  async #checkAgain({ origin, target, proof }: AllowedChange, transaction: Knex.Transaction): Promise<void> {
    const { principal: caller } = origin
    const held = await this.#users.hold(transaction, [caller.identifier, target.identifier])
    const targetNow = held.find(({ identifier }) => identifier === target.identifier)
    const [callerNow, isProved] = await Promise.all([
      this.#callers.asNow(origin, transaction),
      proof?.stillHolds(transaction) ?? true,
    ])
    if (!targetNow) throw errors.TARGET_NOT_FOUND({ username: target.username })
    if (!maySetPassword(callerNow, targetNow)) throw errors.PASSWORD_CHANGE_DENIED()
    if (!isProved) throw errors.CURRENT_PASSWORD_WRONG()
  }
}

/** Whose password it is. */
type Target = Pick<User, 'identifier' | 'username' | 'role'>

/** A change that the rules allowed when it was asked for. */
interface AllowedChange {
  readonly event: 'password-changed' | 'password-reset'
  readonly origin: RequestOrigin<UserPrincipal>
  readonly target: Target
  /** That the current password was right, when one sets one's own. */
  readonly proof?: PasswordProof | undefined
}
