import { COMMAND, PlinthError } from '@plinth/kernel'
import type { PasswordService } from './password-service.js'

/** A success message or none, and a status message. */
export type PasswordOutcome = readonly [message: string | null, status: string]

/**
 * Sets passwords for the program itself and its command. What is refused, an argument that is no text too, is an
 * outcome without a success message.
 */
export class InternalPasswords {
  readonly #passwords: PasswordService

  constructor({ passwordService }: { passwordService: PasswordService }) {
    this.#passwords = passwordService
  }

  /** Sets a password that the rules allow. Checks the current one when it is given. */
  changePassword(targetUsername: string, newPassword: string, currentPassword?: string): Promise<PasswordOutcome> {
    const texts = { targetUsername, newPassword, ...(currentPassword !== undefined && { currentPassword }) }
    return outcome('Password changed', texts, () =>
      this.#passwords.change(COMMAND, { target: targetUsername, newPassword, currentPassword }),
    )
  }

  /** Sets any password that can be hashed: no rule and no current one is asked. */
  resetPassword(targetUsername: string, newPassword: string): Promise<PasswordOutcome> {
    return outcome('Password reset', { targetUsername, newPassword }, () =>
      this.#passwords.reset(COMMAND, { target: targetUsername, newPassword }),
    )
  }
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
