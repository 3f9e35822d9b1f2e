import { type Contributions, type Database, type Knex, PlinthError, passwordRules } from '@plinth/kernel'
import type {
  AroundReplacement,
  Credentials,
  PasswordOwner,
  PasswordProblem,
  PasswordProof,
  PasswordRule,
} from '@plinth/kernel/contracts'
import { callContribution, keyDigest, PluginFault } from '@plinth/kernel/tools'
import { errors } from './errors.js'
import type { HashOwner, PasswordHashStore } from './password-hash-store.js'
import { isHashable, MAX_PASSWORD_BYTES, type PasswordHasher } from './password-hasher.js'
import type { UsersSettings } from './settings.js'

interface StoredCredentialsDeps {
  readonly database: Database
  readonly contributions: Contributions
  readonly passwordHashStore: PasswordHashStore
  readonly passwordHasher: PasswordHasher
  readonly settings: UsersSettings
}

/** An identifier that no user has. */
const NO_USER_IDENTIFIER = ''
const NEW_PASSWORD = 'new_password'
/** Maximum number of passwords that are generated until the rules allow one. */
const MAX_GENERATED = 5
const NOT_HASHABLE = `must have at most ${MAX_PASSWORD_BYTES} bytes of UTF-8 and no NUL`

/** Verifies and sets the passwords of users stored by Plinth. */
export class StoredCredentials implements Credentials {
  readonly areSetByOwnerOnly: boolean
  readonly #database: Database
  readonly #contributions: Contributions
  readonly #hashes: PasswordHashStore
  readonly #hasher: PasswordHasher

  constructor({ database, contributions, passwordHashStore, passwordHasher, settings }: StoredCredentialsDeps) {
    this.areSetByOwnerOnly = settings.passwordSetByOwnerOnly
    this.#database = database
    this.#contributions = contributions
    this.#hashes = passwordHashStore
    this.#hasher = passwordHasher
  }

  async verify(identifier: string | undefined, password: string): Promise<PasswordProof | undefined> {
    // Also queries for an unknown user, so that this takes as long as for a known one
    const hash = await this.#hashes.find(identifier ?? NO_USER_IDENTIFIER)
    const matches = await this.#hasher.matches(password, hash)
    if (!matches || identifier === undefined || !hash) return undefined
    const current = this.#hasher.isOutdated(hash) ? await this.#rehash(identifier, password, hash) : hash
    if (current === undefined) return this.verify(identifier, password)
    return { stillHolds: (transaction) => this.#hashes.lockIfCurrent(transaction, identifier, current) }
  }

  async replace(identifier: string, password: string, around: AroundReplacement = {}): Promise<void> {
    const { before, alongside, skipsPasswordRules = false } = around
    const owner = await this.#hashes.findOwner(identifier)
    if (!owner) return this.#refuseUnknownUser(before)
    if (skipsPasswordRules) refuseUnusable(password)
    else await this.#checkReplacement(owner, password)
    const hash = await this.#hasher.hash(password)
    await this.#database.write(async (transaction) => {
      await before?.(transaction)
      await Promise.all([this.#hashes.set(transaction, identifier, hash), alongside?.(transaction)])
    })
  }

  async passwordVersion(identifier: string, transaction?: Knex.Transaction): Promise<string | undefined> {
    const hash = await this.#hashes.findAny(identifier, transaction)
    return hash ? keyDigest(hash) : undefined
  }

  problemOf(identifier: string): Promise<PasswordProblem | undefined> {
    return this.#hashes.problemOf(identifier)
  }

  /** Calls `before` first, which may throw a more specific error for a deleted caller or target. */
  async #refuseUnknownUser(before: AroundReplacement['before']): Promise<never> {
    await this.#database.write(async (transaction) => before?.(transaction))
    throw errors.USER_NOT_FOUND()
  }

  async #checkReplacement(owner: HashOwner, password: string): Promise<void> {
    await this.checkRules(owner, password, NEW_PASSWORD)
    if (owner.hashToChange !== null && (await this.#hasher.matches(password, owner.hashToChange)))
      throw passwordRefused(NEW_PASSWORD, ['must differ from the current password'])
  }

  /** Hashes a password. Throws `PASSWORD_REFUSED` for the given field if a rule refuses it. */
  async hashFor(owner: PasswordOwner, password: string, field: string): Promise<string> {
    await this.checkRules(owner, password, field)
    return this.#hasher.hash(password)
  }

  /**
   * Generates a password and hashes it. Generates another one if a rule refuses it, because it may contain a refused
   * word by chance; throws `PASSWORD_REFUSED` after `MAX_GENERATED`. `generate` gets the number of the attempt, from 1.
   */
  async hashGenerated(
    owner: PasswordOwner,
    generate: (attempt: number) => string,
    field: string,
  ): Promise<{ readonly password: string; readonly hash: string }> {
    for (let attempt = 1; ; attempt += 1) {
      const password = generate(attempt)
      try {
        return { password, hash: await this.hashFor(owner, password, field) }
      } catch (error) {
        if (!isRefusal(error) || attempt === MAX_GENERATED) throw error
      }
    }
  }

  /** Throws `PASSWORD_REFUSED` for the given field if a rule refuses the password. */
  async checkRules(owner: PasswordOwner, password: string, field: string): Promise<void> {
    const reasons = await this.#objections(password, owner)
    if (reasons.length > 0) throw passwordRefused(field, reasons)
  }

  async #objections(password: string, owner: PasswordOwner): Promise<string[]> {
    if (!isHashable(password)) return [NOT_HASHABLE]
    const rules = this.#contributions.to(passwordRules)
    const objections = await Promise.all(rules.map((rule) => this.#objectionOf(rule, password, owner)))
    return objections.filter((objection) => objection !== undefined)
  }

  /** Attributes errors of a rule to the plugin that contributed it. */
  async #objectionOf(rule: PasswordRule, password: string, owner: PasswordOwner): Promise<string | undefined> {
    const subject = `The plugin "${this.#contributions.contributorOf(passwordRules, rule)}" has a password rule that`
    const objection: unknown = await callContribution(() => rule.objection(password, owner), `${subject} failed.`)
    if (objection === undefined || typeof objection === 'string') return objection
    throw new PluginFault(
      `${subject} returned neither a string nor undefined. Return the reason to refuse a password, or undefined to accept it.`,
    )
  }

  /**
   * Hashes a password again at the configured cost. After the cost has changed, logins with correct and wrong passwords
   * and with unknown names would otherwise differ in duration. Returns `undefined` if the hash was replaced meanwhile.
   */
  async #rehash(identifier: string, password: string, hash: string): Promise<string | undefined> {
    const newHash = await this.#hasher.hash(password)
    const isReplaced = await this.#database.write((transaction) =>
      this.#hashes.rehash(transaction, identifier, { from: hash, to: newHash }),
    )
    return isReplaced ? newHash : undefined
  }
}

function refuseUnusable(password: string): void {
  if (!isHashable(password)) throw passwordRefused(NEW_PASSWORD, [NOT_HASHABLE])
  if (password === '') throw passwordRefused(NEW_PASSWORD, ['must not be empty'])
}

function passwordRefused(field: string, reasons: readonly string[]): PlinthError {
  const fields = reasons.map((message) => ({ field, message }))
  return errors.PASSWORD_REFUSED({ reason: reasons.join(', and ') }, { fields })
}

const isRefusal = (error: unknown) => error instanceof PlinthError && error.code === 'PASSWORD_REFUSED'
