import { createHmac } from 'node:crypto'
import type { Database, Knex, Randomness } from '@plinth/kernel'
import type { CodeHasher, DerivedKeys, KeysOfPurpose, SaltedHashes } from '@plinth/kernel/contracts'
import { newOneTimeCode, readOneTimeCode } from '@plinth/kernel/tools'

const CODES_PER_USER = 10
const INSERT = 'INSERT INTO plinth_recovery_codes (user_identifier, salt, digest) VALUES (?, ?, ?)'
const DELETE_ALL = 'DELETE FROM plinth_recovery_codes WHERE user_identifier = ?'
const FIND_SALT = 'SELECT salt FROM plinth_recovery_codes WHERE user_identifier = ? LIMIT 1'
const SPEND = 'DELETE FROM plinth_recovery_codes WHERE user_identifier = ? AND digest = ? RETURNING digest'
const COUNT = 'SELECT count(*) AS codes FROM plinth_recovery_codes WHERE user_identifier = ?'

interface RecoveryCodesDeps {
  readonly database: Database
  readonly randomness: Randomness
  readonly derivedKeys: DerivedKeys
  readonly codeHasher: CodeHasher
}

/** Recovery codes that are not stored yet. */
export interface NewRecoveryCodes extends SaltedHashes {
  readonly codes: readonly string[]
}

/**
 * Codes that replace a lost factor, each once. Only a keyed digest of the salted, slow hash of a code is stored: with
 * the database alone nobody can verify a guess, and with the key as well each guess needs a slow hash. The codes of a
 * user have the same salt, so that an attempt is hashed only once. Hashing takes place outside of transactions: call
 * `generate` and `hash` before the transaction, `replace` and `spend` within it.
 */
export class RecoveryCodes {
  readonly #database: Database
  readonly #randomness: Randomness
  readonly #keys: KeysOfPurpose
  readonly #hasher: CodeHasher

  constructor({ database, randomness, derivedKeys, codeHasher }: RecoveryCodesDeps) {
    this.#database = database
    this.#randomness = randomness
    this.#keys = derivedKeys.keysFor('recovery codes')
    this.#hasher = codeHasher
  }

  /** Generates ten codes. Throws `BUSY` (503). */
  async generate(): Promise<NewRecoveryCodes> {
    const codes = Array.from({ length: CODES_PER_USER }, () => newOneTimeCode(this.#randomness))
    return { codes, ...(await this.#hasher.hashNewCodes(codes.map((code) => readOneTimeCode(code) ?? code))) }
  }

  /** Stores new codes in place of the earlier ones, and returns them. */
  async replace(
    transaction: Knex.Transaction,
    userIdentifier: string,
    { codes, salt, hashes }: NewRecoveryCodes,
  ): Promise<readonly string[]> {
    await this.deleteAll(transaction, userIdentifier)
    for (const hash of hashes) {
      const digest = digestOf(this.#keys[0], userIdentifier, hash)
      await this.#database.execute(transaction, INSERT, [userIdentifier, salt, digest])
    }
    return codes
  }

  /**
   * Hashes an attempt with the salt of the user; takes as long for a user without codes. Returns `undefined`, without
   * hashing, for a text that is not in the form of a code. Throws `BUSY` (503).
   */
  async hash(userIdentifier: string, text: string): Promise<string | undefined> {
    const code = readOneTimeCode(text)
    if (code === undefined) return undefined
    const [row] = await this.#database.lookUp<{ salt: string }>(FIND_SALT, [userIdentifier])
    return this.#hasher.hashCode(code, row?.salt)
  }

  /** Spends the code with this hash. Of concurrent attempts, one succeeds. Returns `false` if there is no such code. */
  async spend(transaction: Knex.Transaction, userIdentifier: string, hash: string): Promise<boolean> {
    for (const key of this.#keys) {
      const bindings = [userIdentifier, digestOf(key, userIdentifier, hash)]
      if ((await this.#database.execute(transaction, SPEND, bindings)).length > 0) return true
    }
    return false
  }

  async deleteAll(transaction: Knex.Transaction, userIdentifier: string): Promise<void> {
    await this.#database.execute(transaction, DELETE_ALL, [userIdentifier])
  }

  /** Returns how many codes a user has left. */
  async count(userIdentifier: string): Promise<number> {
    const [row] = await this.#database.lookUp<{ codes: number | string }>(COUNT, [userIdentifier])
    return Number(row?.codes)
  }
}

function digestOf(key: Buffer, userIdentifier: string, hash: string): string {
  return createHmac('sha256', key)
    .update(JSON.stringify([userIdentifier, hash]))
    .digest('hex')
}

/** Deletes all recovery codes in a database that no kernel uses. */
export async function deleteEveryRecoveryCode(transaction: Knex.Transaction): Promise<void> {
  await transaction('plinth_recovery_codes').delete()
}
