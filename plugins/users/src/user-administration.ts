import {
  type Authenticated,
  accessRevocations,
  type Callers,
  type Clock,
  type Contributions,
  type Database,
  httpErrors,
  isSelf,
  type KernelServices,
  type Knex,
  mayActOn,
  type Origin,
  type SecurityEvents,
  SUDO,
} from '@plinth/kernel'
import {
  hasEnded,
  namesOfRoles,
  type PasswordProblem,
  type RateLimiter,
  type RoleDirectory,
  type StoredRole,
  type User,
} from '@plinth/kernel/contracts'
import { expectOrigin, expectText, isFreshLogin, lockWithCaller } from '@plinth/kernel/tools'
import { checkChanges } from './check-input.js'
import { errors } from './errors.js'
import type { LastSudo } from './last-sudo.js'
import type { PasswordHashStore } from './password-hash-store.js'
import { userChangeRefusal } from './user-change-refusal.js'
import { changeEvents, type WantedChanges } from './user-changes.js'
import type { UserStore } from './user-store.js'

/** A user to change. */
interface WantedUser {
  readonly username: string
  /** The role to assign. It is locked until the transaction ends. */
  readonly roleName?: string | undefined
  /** The error if the change violates a constraint of the database. */
  readonly violation: () => Error
}

interface UserAdministrationDeps
  extends Pick<KernelServices, 'database' | 'clock' | 'contributions' | 'callers' | 'securityEvents'> {
  readonly userDirectory: UserStore
  readonly roleDirectory: RoleDirectory
  readonly rateLimiter: RateLimiter
  readonly passwordHashStore: PasswordHashStore
  readonly lastSudo: LastSudo
}

/** Changes and deletes users. Callers cannot act on a user, or assign a role, more privileged than themselves. */
export class UserAdministration {
  readonly #database: Database
  readonly #clock: Clock
  readonly #contributions: Contributions
  readonly #users: UserStore
  readonly #roles: RoleDirectory
  readonly #callers: Callers
  readonly #rateLimiter: RateLimiter
  readonly #events: SecurityEvents
  readonly #hashes: PasswordHashStore
  readonly #lastSudo: LastSudo

  constructor(deps: UserAdministrationDeps) {
    const { database, clock, contributions, userDirectory, roleDirectory, rateLimiter, callers, securityEvents } = deps
    this.#database = database
    this.#clock = clock
    this.#contributions = contributions
    this.#users = userDirectory
    this.#roles = roleDirectory
    this.#callers = callers
    this.#rateLimiter = rateLimiter
    this.#events = securityEvents
    this.#hashes = deps.passwordHashStore
    this.#lastSudo = deps.lastSudo
  }

  /**
   * Returns all users in the order of creation, each with the reason, if any, why they cannot log in or can only set a
   * password. Ignores temporary locks.
   */
  async listWithLoginProblems(): Promise<readonly (User & { readonly loginProblem: LoginProblem | undefined })[]> {
    const [users, problems] = await Promise.all([this.#users.list(), this.#hashes.passwordProblems()])
    const now = this.#clock.now()
    return users.map((user) => ({ ...user, loginProblem: problemOf(user, problems.get(user.identifier), now) }))
  }

  /**
   * Changes a user and returns the result. All users may change their own names and, with a fresh login, their own
   * e-mail address, by which they log in. Disabling a user, or ending the account, ends all their sessions. Throws
   * `INVALID_BODY` with `fields`, `USER_NOT_FOUND`, `USER_NOT_YOURS_TO_CHANGE`, `ROLE_NOT_FOUND`,
   * `ROLE_NOT_YOURS_TO_GIVE`, `ROLE_REQUIRES_COMMAND`, `EMAIL_TAKEN`, `LAST_SUDO`, `FRESH_LOGIN_REQUIRED`,
   * `RATE_LIMITED`; then nothing is changed.
   */
  async change(origin: Origin<Authenticated>, username: string, wanted: WantedChanges): Promise<User> {
    expectOrigin(origin, 'userAdministration.change()')
    expectText(username, 'userAdministration.change()', 'the username')
    checkChanges(wanted ?? null)
    const caller = origin.principal
    await this.#rateLimiter.countAttemptBy(origin)
    const { email, name, lastname, roleName, isDisabled, validUntil } = wanted
    if (roleName !== undefined) await this.#expectAssignable(caller, roleName, await this.#roles.find(roleName))
    const disabledAt = isDisabled === undefined ? undefined : isDisabled ? this.#clock.now() : null
    const wantedUser = { username, roleName, violation: errors.EMAIL_TAKEN }
    const { identifier } = await this.#changeUser(origin, wantedUser, async (user, transaction, role) => {
      const refusal = userChangeRefusal(caller, user, wanted, role)
      if (refusal) throw errors[refusal]()
      if (email !== undefined && email !== user.email && isSelf(caller, user)) this.#expectFreshLogin(caller)
      const changes = { email, name, lastname, role: role?.name, disabledAt, validUntil }
      await this.#users.update(transaction, user.identifier, changes)
      if (isDisabled || this.#isEnding(user, validUntil)) await this.#revokeAccess(user, transaction)
      for (const event of changeEvents(user, wanted, role)) await this.#events.record(transaction, { ...event, origin })
    })
    const changed = await this.#users.findByIdentifier(identifier)
    if (!changed) throw errors.USER_NOT_FOUND()
    return changed
  }

  /**
   * Deletes a user and all their sessions. Throws `USER_NOT_FOUND`, `USER_NOT_YOURS_TO_CHANGE`, `LAST_SUDO`,
   * `USER_IN_USE`.
   */
  async delete(origin: Origin<Authenticated>, username: string): Promise<void> {
    expectOrigin(origin, 'userAdministration.delete()')
    expectText(username, 'userAdministration.delete()', 'the username')
    const caller = origin.principal
    await this.#changeUser(origin, { username, violation: errors.USER_IN_USE }, async (user, transaction) => {
      if (!mayActOn(caller, user.role.level)) throw errors.USER_NOT_YOURS_TO_CHANGE()
      await this.#revokeAccess(user, transaction)
      await this.#users.delete(transaction, user.identifier)
      await this.#events.record(transaction, { event: 'user-deleted', origin, target: user.username })
    })
  }

  async #expectAssignable(
    caller: Authenticated | 'command',
    name: string,
    role: StoredRole | undefined,
  ): Promise<StoredRole> {
    if (!role) throw errors.ROLE_NOT_FOUND({ role: name, roles: await this.#namesOfRolesFor(caller) })
    if (!mayActOn(caller, role.level)) throw errors.ROLE_NOT_YOURS_TO_GIVE({ role: role.name })
    return role
  }

  async #namesOfRolesFor(caller: Authenticated | 'command'): Promise<string> {
    return namesOfRoles((await this.#roles.list()).filter(({ level }) => mayActOn(caller, level)))
  }

  /**
   * Changes a user in one transaction, which must leave at least one sudo user. Converts constraint violations outside
   * the transaction: if they were caught inside it, PostgreSQL would silently roll back everything.
   */
  async #changeUser(
    origin: Origin<Authenticated>,
    { username, roleName, violation }: WantedUser,
    change: (user: User, transaction: Knex.Transaction, role?: StoredRole) => Promise<void>,
  ): Promise<User> {
    const found = await this.#users.find(username)
    if (!found) throw errors.USER_NOT_FOUND()
    try {
      return await this.#database.write(async (transaction) => {
        const user = await this.#lock(origin, found, transaction)
        const role = roleName === undefined ? undefined : await this.#lockRole(origin, roleName, transaction)
        if (user.role.level > SUDO) await change(user, transaction, role)
        else await this.#lastSudo.keep(transaction, () => change(user, transaction, role))
        return user
      })
    } catch (error) {
      throw this.#database.dialect.violationOf(error) ? violation() : error
    }
  }

  /** Locks a role to assign until the transaction ends: it may have been changed or deleted since the request began. */
  async #lockRole({ principal }: Origin<Authenticated>, name: string, transaction: Knex.Transaction) {
    return this.#expectAssignable(principal, name, await this.#roles.lock(transaction, name))
  }

  /** Locks the user and the caller until the transaction ends, and confirms that the caller's key is still valid. */
  async #lock(origin: Origin<Authenticated>, found: User, transaction: Knex.Transaction): Promise<User> {
    const user = await lockWithCaller(this.#users, transaction, origin, found.identifier)
    await this.#callers.confirm(origin, transaction)
    if (!user) throw errors.USER_NOT_FOUND()
    return user
  }

  #expectFreshLogin(caller: Authenticated | 'command'): void {
    if (caller !== 'command' && !isFreshLogin(caller, this.#clock.now())) throw httpErrors.FRESH_LOGIN_REQUIRED()
  }

  /** Returns whether the account ends now, or had ended already: extending it must not revive its earlier sessions. */
  #isEnding(user: User, validUntil: WantedChanges['validUntil']): boolean {
    const now = this.#clock.now()
    return validUntil !== undefined && (hasEnded(user, now) || hasEnded({ validUntil }, now))
  }

  /** Ends the user's sessions, and all other access that plugins have granted. */
  async #revokeAccess(user: User, transaction: Knex.Transaction): Promise<void> {
    for (const revocation of this.#contributions.to(accessRevocations))
      await revocation.revoke(user.identifier, transaction)
  }
}

/** Why a user cannot log in, or can only set a password. */
export type LoginProblem = 'disabled' | 'account ended' | PasswordProblem

function problemOf(user: User, password: PasswordProblem | undefined, now: number): LoginProblem | undefined {
  if (user.isDisabled) return 'disabled'
  return hasEnded(user, now) ? 'account ended' : password
}
