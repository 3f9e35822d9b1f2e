import {
  type Administrator,
  type Database,
  directoryErrors,
  isSelf,
  mayActOn,
  type User,
  type UserDirectory,
} from '@plinth/kernel'
import { errors } from './errors.js'
import type { SessionService } from './session-service.js'
import type { OpenSession } from './session-store.js'

interface SessionAdministrationNeeds {
  readonly database: Database
  readonly userDirectory: UserDirectory
  readonly sessionRevoker: SessionService
}

/** Shows and ends the sessions of a user: one's own, or, for an admin or sudo, those of whoever is not above them. */
export class SessionAdministration {
  readonly #database: Database
  readonly #users: UserDirectory
  readonly #sessions: SessionService

  constructor({ database, userDirectory, sessionRevoker }: SessionAdministrationNeeds) {
    this.#database = database
    this.#users = userDirectory
    this.#sessions = sessionRevoker
  }

  /** The newest first. Throws `USER_NOT_FOUND`, `SESSIONS_NOT_YOURS`. */
  async list(by: Administrator, username: string): Promise<readonly OpenSession[]> {
    return this.#sessions.openSessions((await this.#allowed(by, username)).identifier)
  }

  /** Ends all, the caller's own too; returns how many. Throws `USER_NOT_FOUND`, `SESSIONS_NOT_YOURS`. */
  async endAll(by: Administrator, username: string): Promise<number> {
    const { identifier } = await this.#allowed(by, username)
    return this.#database.write((transaction) => this.#sessions.endSessions({ identifier }, transaction))
  }

  /** Ends one. Throws `USER_NOT_FOUND`, `SESSIONS_NOT_YOURS`, `SESSION_NOT_FOUND`. */
  async endOne(by: Administrator, username: string, sessionId: string): Promise<void> {
    const { identifier } = await this.#allowed(by, username)
    const wasThere = await this.#database.write((transaction) =>
      this.#sessions.endOne(identifier, sessionId, transaction),
    )
    if (!wasThere) throw errors.SESSION_NOT_FOUND()
  }

  async #allowed(by: Administrator, username: string): Promise<User> {
    const user = await this.#users.find(username)
    if (!user) throw directoryErrors.USER_NOT_FOUND()
    if (!mayActOn(by, user.role.level) && !isSelf(by, user)) throw errors.SESSIONS_NOT_YOURS()
    return user
  }
}
