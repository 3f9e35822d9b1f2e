import type { CodeHasher, SaltedHashes } from '@plinth/kernel/contracts'
import bcrypt from 'bcrypt'
import { dummySalt, type PasswordHasher } from './password-hasher.js'
import type { UsersSettings } from './settings.js'

/**
 * bcrypt cost of codes: the lowest that OWASP accepts for passwords. A higher cost is not needed, because codes are
 * random, and would take too long, because all codes of a user are hashed at once.
 */
const CODE_COST = 10

/** Hashes codes with bcrypt, in the same queue as passwords. */
export class SlowCodeHasher implements CodeHasher {
  readonly #passwords: PasswordHasher
  readonly #cost: number

  constructor({ passwordHasher, settings }: { passwordHasher: PasswordHasher; settings: UsersSettings }) {
    this.#passwords = passwordHasher
    this.#cost = Math.min(settings.bcryptCost, CODE_COST)
  }

  async hashNewCodes(codes: readonly string[]): Promise<SaltedHashes> {
    const salt = bcrypt.genSaltSync(this.#cost)
    const hashes: string[] = []
    for (const code of codes) hashes.push(await this.#passwords.inQueue('hash', () => bcrypt.hash(code, salt)))
    return { salt, hashes }
  }

  hashCode(code: string, salt: string = dummySalt(this.#cost)): Promise<string> {
    return this.#passwords.inQueue('matches', () => bcrypt.hash(code, salt))
  }
}
