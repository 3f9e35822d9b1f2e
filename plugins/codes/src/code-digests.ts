import { createHmac, timingSafeEqual } from 'node:crypto'
import type { DerivedKeys, KeysOfPurpose } from '@plinth/kernel/contracts'

/** The user and the password that a code is bound to. */
export interface CodeOwner {
  readonly identifier: string
  /** A new password invalidates the code. `undefined` for a user without a password. */
  readonly passwordVersion: string | undefined
}

/**
 * Computes the digest that is stored of a code: an HMAC-SHA-256. Whoever has the database but not the secret key cannot
 * find the code by trying all codes. The digest binds the code to its user and to the password that the user has.
 */
export class CodeDigests {
  readonly #keys: KeysOfPurpose

  constructor({ derivedKeys }: { derivedKeys: DerivedKeys }) {
    this.#keys = derivedKeys.keysFor('one-time codes')
  }

  digestOf(code: string, owner: CodeOwner): string {
    return digest(this.#keys[0], code, owner)
  }

  /** Returns whether a code has this digest, by the current key or the previous one. */
  matches(code: string, owner: CodeOwner, stored: string): boolean {
    const storedBytes = Buffer.from(stored)
    return this.#keys
      .map((key) => Buffer.from(digest(key, code, owner)))
      .some((bytes) => bytes.length === storedBytes.length && timingSafeEqual(bytes, storedBytes))
  }
}

function digest(key: Buffer, code: string, { identifier, passwordVersion }: CodeOwner): string {
  return createHmac('sha256', key)
    .update(JSON.stringify([identifier, passwordVersion ?? null, code]))
    .digest('hex')
}
