import { type PasswordOwner, PlinthError, StartupError } from '@plinth/kernel'
import type { UsersSettings } from './settings.js'
import type { StoredCredentials } from './stored-credentials.js'

interface ImportedPasswordNeeds {
  readonly credentials: StoredCredentials
  readonly settings: UsersSettings
}

const FIELD = 'importDefaultPassword'
/** It is everybody's. */
const NOBODY: PasswordOwner = { username: '', email: '' }

/** The password of users that come with a configuration file: the one that is set for them, else none, and so no login. */
export class ImportedPassword {
  readonly #credentials: StoredCredentials
  readonly #password: string | undefined
  #hash: Promise<string> | undefined

  constructor({ credentials, settings }: ImportedPasswordNeeds) {
    this.#credentials = credentials
    this.#password = settings.importDefaultPassword
  }

  /** Throws a `StartupError` when the password that is set is one that nobody may have. */
  async check(): Promise<void> {
    if (this.#password === undefined) return
    try {
      await this.#credentials.checkRules(NOBODY, this.#password, FIELD)
    } catch (error) {
      if (!(error instanceof PlinthError)) throw error
      throw new StartupError(
        `The password for imported users is refused: ${error.message} Set another one (PLINTH_IMPORT_DEFAULT_PASSWORD, or the option importDefaultPassword).`,
      )
    }
  }

  /** What imported rows hold. */
  async columns(): Promise<{ password_hash: string | null }> {
    return { password_hash: (await this.#hashed()) ?? null }
  }

  /** Made once: a hash a user would take minutes for a large file. */
  async #hashed(): Promise<string | undefined> {
    if (this.#password === undefined) return undefined
    this.#hash ??= this.#credentials.hashFor(NOBODY, this.#password, FIELD)
    return this.#hash
  }
}
