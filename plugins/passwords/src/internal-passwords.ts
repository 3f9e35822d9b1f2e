import { COMMAND, PlinthError, type SecurityEvents } from '@plinth/kernel'
import type {
  AccountLocks,
  Credentials,
  PasswordProof,
  SessionRevoker,
  User,
  UserDirectory,
} from '@plinth/kernel/contracts'
import { isStorable } from '@plinth/kernel/tools'
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
 * Sets passwords for the program itself and its command: nobody is asked for a role. Ends all sessions of the target
 * and lifts the lock of the account. What is refused, an argument that is no text too, is an outcome without a success
 * message.
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

  /** Sets a password that the rules allow. Checks the current one when it is given. */
  changePassword(targetUsername: string, newPassword: string, currentPassword?: string): Promise<PasswordOutcome> {
    const texts = { targetUsername, newPassword, ...(currentPassword !== undefined && { currentPassword }) }
    return outcome('Password changed', texts, async () => {
      const target = await this.#find(targetUsername)
      const setting = { event: 'password-changed', target, password: newPassword }
      if (currentPassword === undefined) return this.#set(setting)
      const proof = await this.#credentials.verify(target.identifier, currentPassword)
      if (!proof) throw errors.CURRENT_PASSWORD_WRONG()
      await this.#set({ ...setting, proof })
    })
  }

  /** Sets any password that can be hashed: no rule and no current one is asked. */
  resetPassword(targetUsername: string, newPassword: string): Promise<PasswordOutcome> {
    return outcome('Password reset', { targetUsername, newPassword }, async () => {
      const target = await this.#find(targetUsername)
      await this.#set({ event: 'password-reset', target, password: newPassword, ignoresRules: true })
    })
  }

  async #find(username: string): Promise<User> {
    const user = isStorable(username) ? await this.#users.find(username) : undefined
    if (!user) throw errors.TARGET_NOT_FOUND({ username })
    return user
  }

  async #set({ event, target: { identifier, username }, password, proof, ignoresRules }: Setting): Promise<void> {
    await this.#credentials.replace(identifier, password, {
      ...(ignoresRules && { ignoresRules }),
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

/** A password that is to be set. */
interface Setting {
  readonly event: string
  readonly target: User
  readonly password: string
  /** That the current one was right, when it was given. */
  readonly proof?: PasswordProof
  readonly ignoresRules?: boolean
}

/**
 * A refusal is an outcome; that the database is away is not. A host that was written without types may give what is no
 * text.
 */
async function outcome(success: string, texts: object, work: () => Promise<void>): Promise<PasswordOutcome> {
  const [wrong] = Object.entries(texts).find(([, value]) => typeof value !== 'string') ?? []
  if (wrong !== undefined) return [null, `${wrong} must be a string.`]
  try {
    await work()
    return [success, 'success']
  } catch (error) {
    if (error instanceof PlinthError && error.status < 500) return [null, error.message]
    throw error
  }
}
