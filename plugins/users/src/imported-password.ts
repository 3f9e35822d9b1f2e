import { type NewRow, type PasswordOwner, PlinthError, StartupError } from '@plinth/kernel'
import type { PasswordHasher } from './password-hasher.js'
import type { UsersSettings } from './settings.js'
import type { StoredCredentials } from './stored-credentials.js'

interface ImportedPasswordNeeds {
  readonly credentials: StoredCredentials
  readonly passwordHasher: PasswordHasher
  readonly settings: UsersSettings
}

/** It is everybody's. */
const NOBODY: PasswordOwner = { username: '', email: '' }

/**
 * The password of users that come with a configuration file: the one that is set for them, which they must change, else none, and so
 * no login.
 */
export class ImportedPassword {
  readonly #credentials: StoredCredentials
  readonly #hasher: PasswordHasher
  readonly #password: string | undefined
  #hash: string | undefined

  constructor({ credentials, passwordHasher, settings }: ImportedPasswordNeeds) {
    this.#credentials = credentials
    this.#hasher = passwordHasher
    this.#password = settings.importDefaultPassword
  }

  /** Throws a `StartupError` when the password that is set is one that nobody may have. */
  async check(): Promise<void> {
    if (this.#password === undefined) return
    try {
      await this.#credentials.checkRules(NOBODY, this.#password, 'importDefaultPassword')
    } catch (error) {
      if (!(error instanceof PlinthError)) throw error
      throw new StartupError(
        `The password for imported users is refused: ${error.message} Set another one (PLINTH_IMPORT_DEFAULT_PASSWORD, or the option importDefaultPassword).`,
      )
    }
  }

  /** What imported rows hold. */
  async columns(): Promise<NewRow> {
    if (this.#password === undefined) return { password_hash: null, must_change_password: false }
    this.#hash ??= await this.#hasher.hash(this.#password) // once: a hash a user would take minutes for a large file
    return { password_hash: this.#hash, must_change_password: true }
  }
}
