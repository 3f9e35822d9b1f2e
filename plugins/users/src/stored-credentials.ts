import {
  type AroundReplacement,
  type Contributions,
  type Credentials,
  type Database,
  type PasswordOwner,
  type PasswordProof,
  type PlinthError,
  passwordRules,
} from '@plinth/kernel'
import { errors } from './errors.js'
import type { PasswordHashStore } from './password-hash-store.js'
import { fits, MOST_BYTES, type PasswordHasher } from './password-hasher.js'

interface StoredCredentialsNeeds {
  readonly database: Database
  readonly contributions: Contributions
  readonly passwordHashStore: PasswordHashStore
  readonly passwordHasher: PasswordHasher
}

const NEW_PASSWORD = 'new_password'

/** The passwords of the users that Plinth keeps itself. */
export class StoredCredentials implements Credentials {
  readonly #database: Database
  readonly #contributions: Contributions
  readonly #hashes: PasswordHashStore
  readonly #hasher: PasswordHasher

  constructor({ database, contributions, passwordHashStore, passwordHasher }: StoredCredentialsNeeds) {
    this.#database = database
    this.#contributions = contributions
    this.#hashes = passwordHashStore
    this.#hasher = passwordHasher
  }

  async verify(identifier: string | undefined, password: string): Promise<PasswordProof | undefined> {
    const hash = identifier === undefined ? undefined : await this.#hashes.find(identifier)
    const isRight = await this.#hasher.matches(password, hash)
    if (!isRight || identifier === undefined || !hash) return undefined
    const current = this.#hasher.isOutdated(hash) ? await this.#renew(identifier, password, hash) : hash
    return { stillHolds: (transaction) => this.#hashes.holds(transaction, identifier, current) }
  }

  async replace(identifier: string, password: string, { before, beside }: AroundReplacement = {}): Promise<void> {
    const owner = await this.#hashes.findOwner(identifier)
    if (!owner) throw errors.USER_NOT_FOUND()
    await this.checkRules(owner, password, NEW_PASSWORD)
    if (owner.hashToChange !== null && (await this.#hasher.matches(password, owner.hashToChange)))
      throw refused(NEW_PASSWORD, ['must be another one than that which has to be changed'])
    const hash = await this.#hasher.hash(password)
    await this.#database.write(async (transaction) => {
      await before?.(transaction)
      await Promise.all([this.#hashes.set(transaction, identifier, hash), beside?.(transaction)])
    })
  }

  /** The hash of a password that all rules agree to; else throws `PASSWORD_REFUSED` for the field it came in. */
  async hashFor(owner: PasswordOwner, password: string, field: string): Promise<string> {
    await this.checkRules(owner, password, field)
    return this.#hasher.hash(password)
  }

  /** Throws `PASSWORD_REFUSED` for the field it came in unless all rules agree to a password. */
  async checkRules(owner: PasswordOwner, password: string, field: string): Promise<void> {
    const reasons = await this.#objections(password, owner)
    if (reasons.length > 0) throw refused(field, reasons)
  }

  async #objections(password: string, owner: PasswordOwner): Promise<string[]> {
    if (!fits(password)) return [`must have at most ${MOST_BYTES} bytes of UTF-8 and no NUL`]
    const rules = this.#contributions.of(passwordRules)
    const objections = await Promise.all(rules.map((rule) => rule.objection(password, owner)))
    return objections.filter((objection) => objection !== undefined)
  }

  /** Keeps the times of right, wrong and unknown alike after the cost was changed. */
  async #renew(identifier: string, password: string, hash: string): Promise<string> {
    const renewed = await this.#hasher.hash(password)
    await this.#database.write((transaction) =>
      this.#hashes.renew(transaction, identifier, { from: hash, to: renewed }),
    )
    return renewed
  }
}

function refused(field: string, reasons: readonly string[]): PlinthError {
  const fields = reasons.map((message) => ({ field, message }))
  return errors.PASSWORD_REFUSED({ reason: reasons.join(', and ') }, { fields })
}
