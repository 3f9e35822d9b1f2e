import { type Credentials, PlinthError, type SessionRevoker, type UserDirectory } from '@plinth/kernel'
import { errors } from './errors.js'

/** A success message or none, and a status message. */
export type PasswordOutcome = readonly [message: string | null, status: string]

interface InternalPasswordsNeeds {
  readonly userDirectory: UserDirectory
  readonly credentials: Credentials
  readonly sessionRevoker: SessionRevoker
}

/**
 * Sets passwords for the program itself and its command: nobody is asked for a role. What a password must be holds here too.
 * Ends all sessions of the target.
 */
export class InternalPasswords {
  readonly #users: UserDirectory
  readonly #credentials: Credentials
  readonly #sessions: SessionRevoker

  constructor({ userDirectory, credentials, sessionRevoker }: InternalPasswordsNeeds) {
    this.#users = userDirectory
    this.#credentials = credentials
    this.#sessions = sessionRevoker
  }

  /** Checks the current password when it is given. */
  changePassword(targetUsername: string, newPassword: string, currentPassword?: string): Promise<PasswordOutcome> {
    return outcome('Password changed', async () => {
      const identifier = await this.#identifierOf(targetUsername)
      const isWrong = currentPassword !== undefined && !(await this.#credentials.verify(identifier, currentPassword))
      if (isWrong) throw errors.CURRENT_PASSWORD_WRONG()
      await this.#set(identifier, newPassword)
    })
  }

  /** Asks for no current password. */
  resetPassword(targetUsername: string, newPassword: string): Promise<PasswordOutcome> {
    return outcome('Password reset', async () => this.#set(await this.#identifierOf(targetUsername), newPassword))
  }

  async #identifierOf(username: string): Promise<string> {
    const user = await this.#users.find(username)
    if (!user) throw errors.TARGET_NOT_FOUND({ username })
    return user.identifier
  }

  async #set(identifier: string, password: string): Promise<void> {
    await this.#credentials.replace(identifier, password, (transaction) =>
      this.#sessions.endSessions({ identifier }, transaction),
    )
  }
}

/** A refusal is an outcome; that the database is away is not. */
async function outcome(success: string, work: () => Promise<void>): Promise<PasswordOutcome> {
  try {
    await work()
    return [success, 'success']
  } catch (error) {
    if (error instanceof PlinthError && error.status < 500) return [null, error.message]
    throw error
  }
}
