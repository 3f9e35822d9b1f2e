import { COMMAND, PlinthError } from '@plinth/kernel'
import type { PasswordService } from './password-service.js'

/** A success message or `null`, and a status message. */
export type PasswordOutcome = readonly [message: string | null, status: string]

/**
 * The internal operations, for hosts and the CLI: they set passwords without checking a caller, and no route offers
 * them. If the password is refused, or an argument is not a string, the outcome has no success message.
 */
export class InternalPasswords {
  readonly #passwords: PasswordService

  constructor({ passwordService }: { passwordService: PasswordService }) {
    this.#passwords = passwordService
  }

  /** Sets a password that the password rules allow. Checks the current one if given. */
  changePassword(targetUsername: string, newPassword: string, currentPassword?: string): Promise<PasswordOutcome> {
    const strings = { targetUsername, newPassword, ...(currentPassword !== undefined && { currentPassword }) }
    return outcomeOf('Password changed', strings, () =>
      this.#passwords.change(COMMAND, { target: targetUsername, newPassword, currentPassword }),
    )
  }

  /** Sets any password that can be hashed, without the password rules or the current one. */
  resetPassword(targetUsername: string, newPassword: string): Promise<PasswordOutcome> {
    return outcomeOf('Password reset', { targetUsername, newPassword }, () =>
      this.#passwords.reset(COMMAND, { target: targetUsername, newPassword }),
    )
  }
}

/**
 * Converts a refusal to an outcome; other errors, such as an unavailable database, are thrown. An untyped host may pass
 * arguments that are not strings.
 */
async function outcomeOf(success: string, strings: object, work: () => Promise<void>): Promise<PasswordOutcome> {
  const [wrong] = Object.entries(strings).find(([, value]) => typeof value !== 'string') ?? []
  if (wrong !== undefined) return [null, `${wrong} must be a string.`]
  try {
    await work()
    return [success, 'success']
  } catch (error) {
    if (error instanceof PlinthError && error.status < 500) return [null, error.message]
    throw error
  }
}
