import {
  type AccountLocks,
  COMMAND,
  type Credentials,
  type PasswordProof,
  PlinthError,
  type SecurityEvents,
  type SessionRevoker,
  type User,
  type UserDirectory,
} from '@plinth/kernel'
import { errors } from './errors.js'

/** A success message or none, and a status message. */
export type PasswordOutcome = readonly [message: string | null, status: string]

interface InternalPasswordsNeeds {
  readonly userDirectory: UserDirectory
  readonly credentials: Credentials
  readonly sessionRevoker: SessionRevoker
  readonly accountLocks: AccountLocks
  readonly securityEvents: SecurityEvents
}

/**
 * Sets passwords for the program itself and its command: nobody is asked for a role. What a password must be holds here too.
 * Ends all sessions of the target and lifts the lock of the account.
 */
export class InternalPasswords {
  readonly #users: UserDirectory
  readonly #credentials: Credentials
  readonly #sessions: SessionRevoker
  readonly #locks: AccountLocks
  readonly #events: SecurityEvents

  constructor(needs: InternalPasswordsNeeds) {
    const { userDirectory, credentials, sessionRevoker, accountLocks, securityEvents } = needs
    this.#users = userDirectory
    this.#credentials = credentials
    this.#sessions = sessionRevoker
    this.#locks = accountLocks
    this.#events = securityEvents
  }

  /** Checks the current password when it is given. */
  changePassword(targetUsername: string, newPassword: string, currentPassword?: string): Promise<PasswordOutcome> {
    return outcome('Password changed', async () => {
      const target = await this.#find(targetUsername)
      if (currentPassword === undefined) return this.#set('password-changed', target, newPassword)
      const proof = await this.#credentials.verify(target.identifier, currentPassword)
      if (!proof) throw errors.CURRENT_PASSWORD_WRONG()
      await this.#set('password-changed', target, newPassword, proof)
    })
  }

  /** Asks for no current password. */
  resetPassword(targetUsername: string, newPassword: string): Promise<PasswordOutcome> {
    return outcome('Password reset', async () =>
      this.#set('password-reset', await this.#find(targetUsername), newPassword),
    )
  }

  async #find(username: string): Promise<User> {
    const user = await this.#users.find(username)
    if (!user) throw errors.TARGET_NOT_FOUND({ username })
    return user
  }

  async #set(event: string, { identifier, username }: User, password: string, proof?: PasswordProof): Promise<void> {
    await this.#credentials.replace(identifier, password, {
      before: async (transaction) => {
        const [target] = await this.#users.hold(transaction, [identifier])
        if (!target) throw errors.TARGET_NOT_FOUND({ username })
        if (proof && !(await proof.stillHolds(transaction))) throw errors.CURRENT_PASSWORD_WRONG()
      },
      beside: (transaction) =>
        Promise.all([
          this.#sessions.endSessions({ identifier }, transaction),
          this.#locks.lift(username, transaction),
          this.#events.record(transaction, { event, origin: COMMAND, target: username }),
        ]),
    })
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
