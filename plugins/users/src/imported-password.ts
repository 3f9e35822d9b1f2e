import { type Clock, PlinthError, type Randomness, StartupError } from '@plinth/kernel'
import type { InitialPassword, PasswordOwner } from '@plinth/kernel/contracts'
import { MAX_BCRYPT_BYTES, type PasswordHasher } from './password-hasher.js'
import { readablePassword } from './readable-password.js'
import type { UsersSettings } from './settings.js'
import type { StoredCredentials } from './stored-credentials.js'

interface ImportedPasswordDeps {
  readonly credentials: StoredCredentials
  readonly passwordHasher: PasswordHasher
  readonly randomness: Randomness
  readonly clock: Clock
  readonly settings: UsersSettings
}

/** An owner without names: imported users share the password, so it is not compared with the names of one of them. */
const NO_OWNER: PasswordOwner = { username: '', email: '' }

/** Four groups of four characters, with three hyphens: 79 random bits. */
const DEFAULT_LENGTH = 19

/**
 * Provides the initial password of imported users, which they must change: the configured one, or a random one that
 * the caller of the import receives. If neither is allowed, they have no password and cannot log in.
 */
export class ImportedPassword {
  readonly #credentials: StoredCredentials
  readonly #hasher: PasswordHasher
  readonly #randomness: Randomness
  readonly #clock: Clock
  readonly #settings: UsersSettings
  #configuredHash: string | undefined

  constructor({ credentials, passwordHasher, randomness, clock, settings }: ImportedPasswordDeps) {
    this.#credentials = credentials
    this.#hasher = passwordHasher
    this.#randomness = randomness
    this.#clock = clock
    this.#settings = settings
  }

  /** Throws a `StartupError` if the password rules refuse the configured password. */
  async check(): Promise<void> {
    const { importDefaultPassword: password } = this.#settings
    if (password === undefined) return
    try {
      await this.#credentials.checkRules(NO_OWNER, password, 'importDefaultPassword')
    } catch (error) {
      if (!(error instanceof PlinthError)) throw error
      throw new StartupError(
        `The password for imported users is refused: ${error.message} Set another one (PLINTH_IMPORT_DEFAULT_PASSWORD, or the option importDefaultPassword).`,
      )
    }
  }

  /**
   * Returns the initial password of one import. All users share one hash, because hashing one for each would take
   * minutes for a large file. Throws `PASSWORD_REFUSED` if the rules refuse random passwords, and `BUSY`.
   */
  async forImport(): Promise<InitialPassword> {
    const { importDefaultPassword, importRandomPassword } = this.#settings
    if (importDefaultPassword !== undefined) {
      this.#configuredHash ??= await this.#hasher.hash(importDefaultPassword)
      return { columns: columnsFor(this.#configuredHash, null) }
    }
    if (importRandomPassword) return this.#random()
    return { columns: { password_hash: null, must_change_password: false }, isMissing: true }
  }

  /** Generates longer passwords if the rules refuse one of the default length. */
  async #random(): Promise<InitialPassword> {
    const generate = (attempt: number) =>
      readablePassword(
        this.#randomness.key() + this.#randomness.key(),
        attempt === 1 ? DEFAULT_LENGTH : MAX_BCRYPT_BYTES,
      )
    const { password, hash } = await this.#credentials.hashGenerated(NO_OWNER, generate, 'default_password')
    const expiresAt = this.#clock.now() + this.#settings.importPasswordLifetime * 1_000
    return { columns: columnsFor(hash, expiresAt), password }
  }
}

function columnsFor(hash: string, expiresAt: number | null): InitialPassword['columns'] {
  return { password_hash: hash, must_change_password: true, password_expires_at: expiresAt }
}
