import type {
  Authenticated,
  Callers,
  Database,
  KernelServices,
  Knex,
  Origin,
  PlinthError,
  Principal,
  Randomness,
  Role,
  SecurityEvents,
} from '@plinth/kernel'
import { namesOfRoles, type RateLimiter, type RoleDirectory, type User } from '@plinth/kernel/contracts'
import { expectOrigin } from '@plinth/kernel/tools'
import { checkNewUser, checkSignUp } from './check-input.js'
import { errors } from './errors.js'
import { mayAssignRole } from './may-assign-role.js'
import type { UsersSettings } from './settings.js'
import type { StoredCredentials } from './stored-credentials.js'
import type { UserStore } from './user-store.js'

/** A user to create without a password. */
export interface NewUser {
  readonly username: string
  readonly email: string
  readonly roleName: string
  readonly name?: string | null | undefined
  readonly lastname?: string | null | undefined
  /** When the account ends, in ms. By default it does not end. */
  readonly validUntil?: number | null | undefined
}

/** The input of a signup. */
export interface SignUp extends NewUser {
  readonly password: string
}

/** Work in the transaction that creates a user. If it throws, the user is not created. */
export type WorkWithNewUser<T> = (user: User, transaction: Knex.Transaction) => Promise<T>

/** How a user is created. */
interface Creation<T> {
  readonly hashPassword: () => Promise<string | null>
  readonly work: WorkWithNewUser<T>
}

interface UserServiceDeps extends Pick<KernelServices, 'database' | 'randomness' | 'callers' | 'securityEvents'> {
  readonly userDirectory: UserStore
  readonly roleDirectory: RoleDirectory
  readonly credentials: StoredCredentials
  readonly rateLimiter: RateLimiter
  readonly settings: UsersSettings
}

/** Creates users. */
export class UserService {
  readonly #database: Database
  readonly #randomness: Randomness
  readonly #users: UserStore
  readonly #roles: RoleDirectory
  readonly #credentials: StoredCredentials
  readonly #rateLimiter: RateLimiter
  readonly #callers: Callers
  readonly #events: SecurityEvents
  readonly #openLevel: number | 'closed'

  constructor(deps: UserServiceDeps) {
    const { database, randomness, userDirectory, roleDirectory, credentials, rateLimiter } = deps
    this.#database = database
    this.#randomness = randomness
    this.#users = userDirectory
    this.#roles = roleDirectory
    this.#credentials = credentials
    this.#rateLimiter = rateLimiter
    this.#callers = deps.callers
    this.#events = deps.securityEvents
    this.#openLevel = deps.settings.signupOpenLevel
  }

  /** Returns the roles that a caller may assign, the most privileged first; for `ANONYMOUS` the open roles. */
  async rolesFor(caller: Principal | 'command'): Promise<readonly Role[]> {
    return (await this.#roles.list()).filter((role) => mayAssignRole(caller, role, this.#openLevel))
  }

  /**
   * Creates a user. Counts the attempts of callers who are less privileged than admins. Throws `INVALID_BODY` with
   * `fields`, `RATE_LIMITED`, `ROLE_NOT_FOUND`, `ROLE_NOT_YOURS_TO_GIVE`, `PASSWORD_REFUSED`, or `USERNAME_TAKEN` or
   * `EMAIL_TAKEN`, whichever is found first.
   */
  async signUp(origin: Origin, wanted: SignUp): Promise<User> {
    expectOrigin(origin, 'userService.signUp()')
    checkSignUp(wanted ?? null)
    const hashPassword = () => this.#credentials.hashFor(wanted, wanted.password, 'password')
    return this.#create(origin, wanted, { hashPassword, work: async (user) => user })
  }

  /**
   * Creates a user without a password, who cannot log in before one is set: by a one-time code, or by whoever may.
   * Throws `INVALID_BODY` with `fields`, `RATE_LIMITED`, `ROLE_NOT_FOUND`, `ROLE_NOT_YOURS_TO_GIVE`, `USERNAME_TAKEN`
   * or `EMAIL_TAKEN`.
   */
  add(origin: Origin<Authenticated>, wanted: NewUser): Promise<User> {
    return this.addWith(origin, wanted, async (user) => user)
  }

  /** Like `add`, but also runs `work` in the same transaction, such as issuing the code, and returns its result. */
  async addWith<T>(origin: Origin<Authenticated>, wanted: NewUser, work: WorkWithNewUser<T>): Promise<T> {
    expectOrigin(origin, 'userService.add()')
    checkNewUser(wanted ?? null)
    return this.#create(origin, wanted, { hashPassword: async () => null, work })
  }

  async #create<T>(origin: Origin, wanted: NewUser, { hashPassword, work }: Creation<T>): Promise<T> {
    const { principal: caller } = origin
    await this.#rateLimiter.countAttemptBy(origin)
    const [found, taken] = await Promise.all([this.#roles.find(wanted.roleName), this.#users.findTaken(wanted)])
    const role = await this.#expectAssignable(caller, wanted.roleName, found)
    if (taken) throw takenError(taken) // saves hashing; what counts is the result of the insert

    const passwordHash = await hashPassword()
    const identifier = this.#randomness.identifier()
    const { username, email, name = null, lastname = null, validUntil = null } = wanted
    return this.#database.write(async (transaction) => {
      const row = { identifier, username, email, name, lastname, role: role.name, passwordHash, validUntil }
      const [current, isStored] = await Promise.all([
        this.#roles.lock(transaction, role.name), // it may have been changed or deleted since
        this.#users.insert(transaction, row), // may wait for a concurrent signup with that name
        this.#callers.confirm(origin, transaction),
        this.#events.record(transaction, { event: 'signup', origin, target: username, details: { role: role.name } }),
      ])
      const { level } = await this.#expectAssignable(caller, role.name, current)
      if (!isStored) throw takenError((await this.#users.isUsernameTaken(transaction, username)) ? 'username' : 'email')
      const { passwordHash: _, ...profile } = row
      return work({ ...profile, role: { name: role.name, level }, isDisabled: false }, transaction)
    })
  }

  /** Returns the role if the caller may assign it; otherwise throws. */
  async #expectAssignable(caller: Principal | 'command', name: string, role: Role | undefined): Promise<Role> {
    if (!role) throw errors.ROLE_NOT_FOUND({ role: name, roles: namesOfRoles(await this.rolesFor(caller)) })
    if (!mayAssignRole(caller, role, this.#openLevel)) throw errors.ROLE_NOT_YOURS_TO_GIVE({ role: role.name })
    return role
  }
}

function takenError(taken: 'username' | 'email'): PlinthError {
  return taken === 'username' ? errors.USERNAME_TAKEN() : errors.EMAIL_TAKEN()
}
