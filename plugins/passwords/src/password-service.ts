import type { Credentials, SessionRevoker, User, UserDirectory, UserPrincipal } from '@plinth/kernel'
import { errors } from './errors.js'
import { maySetPassword } from './may-set-password.js'

interface PasswordServiceNeeds {
  readonly userDirectory: UserDirectory
  readonly credentials: Credentials
  readonly sessionRevoker: SessionRevoker
}

/** Sets passwords for people, by the role rules. Each ends the target's other sessions. */
export class PasswordService {
  readonly #users: UserDirectory
  readonly #credentials: Credentials
  readonly #sessions: SessionRevoker

  constructor({ userDirectory, credentials, sessionRevoker }: PasswordServiceNeeds) {
    this.#users = userDirectory
    this.#credentials = credentials
    this.#sessions = sessionRevoker
  }

  /** Sets a password; the caller's own only with the current one. Throws the errors of this plugin, or `PASSWORD_REFUSED`. */
  async change(
    caller: UserPrincipal,
    change: { target: string; newPassword: string; currentPassword?: string | undefined },
  ): Promise<void> {
    const target = await this.#allowedTarget(caller, change.target)
    if (target.identifier === caller.identifier) await this.#checkCurrent(target, change.currentPassword)
    await this.#set(caller, target, change.newPassword)
  }

  /** Sets a password without asking for the current one. Throws the errors of this plugin, or `PASSWORD_REFUSED`. */
  async reset(caller: UserPrincipal, reset: { target: string; newPassword: string }): Promise<void> {
    await this.#set(caller, await this.#allowedTarget(caller, reset.target), reset.newPassword)
  }

  async #allowedTarget(caller: UserPrincipal, username: string): Promise<User> {
    const target = await this.#users.find(username)
    if (!target) throw errors.TARGET_NOT_FOUND({ username })
    if (!maySetPassword(caller, target)) throw errors.PASSWORD_CHANGE_DENIED()
    return target
  }

  async #checkCurrent(target: User, currentPassword: string | undefined): Promise<void> {
    if (currentPassword === undefined) throw errors.CURRENT_PASSWORD_REQUIRED()
    if (!(await this.#credentials.verify(target.identifier, currentPassword))) throw errors.CURRENT_PASSWORD_WRONG()
  }

  async #set(caller: UserPrincipal, { identifier }: User, newPassword: string): Promise<void> {
    await this.#credentials.replace(identifier, newPassword, (transaction) =>
      this.#sessions.endSessions({ identifier, except: caller.sessionId }, transaction),
    )
  }
}
