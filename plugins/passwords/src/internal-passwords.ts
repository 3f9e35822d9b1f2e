import { COMMAND, PlinthError } from '@plinth/kernel'
import type { PasswordService } from './password-service.js'

/** A success message and `'success'`; or `null` and the reason why the password was refused. */
export type PasswordOutcome = readonly [message: string | null, status: string]

/**
 * Sets passwords without checking a caller. For hosts and the CLI only: no route offers these operations. If the
 * password is refused, or an argument is not a string, the outcome has no success message.
 */
export class InternalPasswords {
  readonly #passwords: PasswordService

  constructor({ passwordService }: { passwordService: PasswordService }) {
    this.#passwords = passwordService
  }

  /** Sets a password that the password rules allow. Checks the current one if given. */
  changePassword(targetUsername: string, newPassword: string, currentPassword?: string): Promise<PasswordOutcome> {
    const args = { targetUsername, newPassword, ...(currentPassword !== undefined && { currentPassword }) }
    return outcomeOf('Password changed', args, () =>
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
 * Converts a refusal to an outcome. Throws other errors, such as that of an unavailable database. Checks the types of
 * the arguments, because a host in JavaScript may pass other values than strings.
 */
async function outcomeOf(
  success: string,
  args: Readonly<Record<string, unknown>>,
  setPassword: () => Promise<void>,
): Promise<PasswordOutcome> {
  const [invalid] = Object.entries(args).find(([, value]) => typeof value !== 'string') ?? []
  if (invalid !== undefined) return [null, `${invalid} must be a string.`]
  try {
    await setPassword()
    return [success, 'success']
  } catch (error) {
    if (error instanceof PlinthError && error.status < 500) return [null, error.message]
    throw error
  }
}
