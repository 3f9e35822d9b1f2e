import { createHmac } from 'node:crypto'
import type { Database, Knex, Randomness } from '@plinth/kernel'
import type { DerivedKeys, KeysOfPurpose } from '@plinth/kernel/contracts'
import { newOneTimeCode, readOneTimeCode } from '@plinth/kernel/tools'

const CODES = 10
const INSERT = 'INSERT INTO plinth_recovery_codes (user_identifier, digest) VALUES (?, ?)'
const DELETE_ALL = 'DELETE FROM plinth_recovery_codes WHERE user_identifier = ?'
const SPEND = 'DELETE FROM plinth_recovery_codes WHERE user_identifier = ? AND digest = ? RETURNING digest'
const COUNT = 'SELECT count(*) AS codes FROM plinth_recovery_codes WHERE user_identifier = ?'

interface RecoveryCodesDeps {
  readonly database: Database
  readonly randomness: Randomness
  readonly derivedKeys: DerivedKeys
}

/** Codes that replace a lost factor, each once. Only their keyed digests are stored. */
export class RecoveryCodes {
  readonly #database: Database
  readonly #randomness: Randomness
  readonly #keys: KeysOfPurpose

  constructor({ database, randomness, derivedKeys }: RecoveryCodesDeps) {
    this.#database = database
    this.#randomness = randomness
    this.#keys = derivedKeys.keysFor('recovery codes')
  }

  /** Creates ten codes in place of the earlier ones. */
  async create(transaction: Knex.Transaction, userIdentifier: string): Promise<readonly string[]> {
    const codes = Array.from({ length: CODES }, () => newOneTimeCode(this.#randomness))
    await this.deleteAll(transaction, userIdentifier)
    for (const code of codes) {
      const digest = digestOf(this.#keys[0], userIdentifier, readOneTimeCode(code) ?? code)
      await this.#database.execute(transaction, INSERT, [userIdentifier, digest])
    }
    return codes
  }

  /** Spends a code. Of concurrent attempts, one succeeds. Returns `false` if the user has no such code. */
  async spend(transaction: Knex.Transaction, userIdentifier: string, text: string): Promise<boolean> {
    const code = readOneTimeCode(text)
    if (code === undefined) return false
    for (const key of this.#keys) {
      const bindings = [userIdentifier, digestOf(key, userIdentifier, code)]
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

function digestOf(key: Buffer, userIdentifier: string, code: string): string {
  return createHmac('sha256', key)
    .update(JSON.stringify([userIdentifier, code]))
    .digest('hex')
}

/** Deletes all recovery codes in a database that no kernel uses. */
export async function deleteEveryRecoveryCode(transaction: Knex.Transaction): Promise<void> {
  await transaction('plinth_recovery_codes').delete()
}
