import {
  type Authenticated,
  type Callers,
  type Database,
  isSelf,
  type Knex,
  mayActOn,
  type Origin,
  type SecurityEvents,
} from '@plinth/kernel'
import { directoryErrors, type RateLimiter, type User, type UserDirectory } from '@plinth/kernel/contracts'
import { expectOrigin, expectText, lockWithCaller } from '@plinth/kernel/tools'
import { errors } from '../errors.js'
import type { SessionService } from './session-service.js'
import type { OpenSession } from './session-store.js'

interface SessionAdministrationDeps {
  readonly database: Database
  readonly userDirectory: UserDirectory
  readonly sessionRevoker: SessionService
  readonly rateLimiter: RateLimiter
  readonly callers: Callers
  readonly securityEvents: SecurityEvents
}

/**
 * Lists and ends sessions: for all callers their own, for admins and sudo users also those of users who are not more
 * privileged.
 */
export class SessionAdministration {
  readonly #database: Database
  readonly #users: UserDirectory
  readonly #sessions: SessionService
  readonly #rateLimiter: RateLimiter
  readonly #callers: Callers
  readonly #events: SecurityEvents

  constructor({
    database,
    userDirectory,
    sessionRevoker,
    rateLimiter,
    callers,
    securityEvents,
  }: SessionAdministrationDeps) {
    this.#database = database
    this.#users = userDirectory
    this.#sessions = sessionRevoker
    this.#rateLimiter = rateLimiter
    this.#callers = callers
    this.#events = securityEvents
  }

  /** Lists a user's sessions, newest first. Throws `USER_NOT_FOUND`, `SESSIONS_NOT_YOURS`. */
  async list(origin: Origin<Authenticated>, username: string): Promise<readonly OpenSession[]> {
    expectOrigin(origin, 'sessionAdministration.list()')
    expectText(username, 'sessionAdministration.list()', 'the username')
    return this.#sessions.openSessions((await this.#findAllowed(origin, username)).identifier)
  }

  /** Ends all sessions of a user; returns how many. Throws `USER_NOT_FOUND`, `SESSIONS_NOT_YOURS`, `RATE_LIMITED`. */
  async endAll(origin: Origin<Authenticated>, username: string): Promise<number> {
    expectOrigin(origin, 'sessionAdministration.endAll()')
    expectText(username, 'sessionAdministration.endAll()', 'the username')
    await this.#rateLimiter.countAttemptBy(origin)
    const user = await this.#findAllowed(origin, username)
    return this.#database.write(async (transaction) => {
      await this.#confirm(origin, user, transaction)
      const ended = await this.#sessions.endSessions(user, transaction)
      if (ended > 0) await this.#record(transaction, { origin, user, ended })
      return ended
    })
  }

  /** Ends one session. Throws `USER_NOT_FOUND`, `SESSIONS_NOT_YOURS`, `SESSION_NOT_FOUND`, `RATE_LIMITED`. */
  async endOne(origin: Origin<Authenticated>, username: string, sessionId: string): Promise<void> {
    expectOrigin(origin, 'sessionAdministration.endOne()')
    expectText(username, 'sessionAdministration.endOne()', 'the username')
    expectText(sessionId, 'sessionAdministration.endOne()', 'the id of the session')
    await this.#rateLimiter.countAttemptBy(origin)
    const user = await this.#findAllowed(origin, username)
    await this.#database.write(async (transaction) => {
      await this.#confirm(origin, user, transaction)
      const hasEnded = await this.#sessions.endOne(user.identifier, sessionId, transaction)
      if (!hasEnded) throw errors.SESSION_NOT_FOUND()
      await this.#record(transaction, { origin, user, ended: 1 })
    })
  }

  /**
   * Locks the caller and the target, which serializes two callers who end each other's sessions. Checks the permission
   * again, because the target may have been promoted since the first check.
   */
  async #confirm(origin: Origin<Authenticated>, user: User, transaction: Knex.Transaction): Promise<void> {
    const locked = await lockWithCaller(this.#users, transaction, origin, user.identifier)
    await this.#callers.confirm(origin, transaction)
    expectAllowed(origin.principal, locked)
  }

  async #record(
    transaction: Knex.Transaction,
    { origin, user, ended }: { origin: Origin; user: User; ended: number },
  ): Promise<void> {
    const target = user.username
    await this.#events.record(transaction, { event: 'sessions-ended', origin, target, details: { ended } })
  }

  async #findAllowed({ principal: caller }: Origin<Authenticated>, username: string): Promise<User> {
    return expectAllowed(caller, await this.#users.find(username))
  }
}

/** Returns the user if they exist and the caller may see and end their sessions; otherwise throws. */
function expectAllowed(caller: Authenticated | 'command', user: User | undefined): User {
  if (!user) throw directoryErrors.USER_NOT_FOUND()
  if (!mayActOn(caller, user.role.level) && !isSelf(caller, user)) throw errors.SESSIONS_NOT_YOURS()
  return user
}
