import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { DerivedKeys, KeysOfPurpose } from '@plinth/kernel/contracts'

const ALGORITHM = 'aes-256-gcm'
/** Prefix of a sealed secret. It names the algorithm, so that another one can replace it. base64url has no dot. */
const VERSION = '1.'
const IV_BYTES = 12
const TAG_BYTES = 16

/**
 * Seals secrets with AES-256-GCM, so that the database alone, or a backup of it, reveals none. A sealed secret belongs
 * to one user: moved to another row, it cannot be opened.
 */
export class SealedSecrets {
  readonly #keys: KeysOfPurpose

  constructor({ derivedKeys }: { derivedKeys: DerivedKeys }) {
    this.#keys = derivedKeys.keysFor('second factors')
  }

  seal(secret: string, userIdentifier: string): string {
    const iv = randomBytes(IV_BYTES)
    const cipher = createCipheriv(ALGORITHM, this.#keys[0], iv).setAAD(Buffer.from(userIdentifier))
    const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
    return VERSION + Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url')
  }

  /** Opens a secret with the current or the previous key; `undefined` if neither, or another version, sealed it. */
  open(sealed: string, userIdentifier: string): string | undefined {
    if (!sealed.startsWith(VERSION)) return undefined
    const bytes = Buffer.from(sealed.slice(VERSION.length), 'base64url')
    for (const key of this.#keys) {
      const secret = openWith(key, bytes, userIdentifier)
      if (secret !== undefined) return secret
    }
    return undefined
  }
}

function openWith(key: Buffer, bytes: Buffer, userIdentifier: string): string | undefined {
  const [iv, rest] = [bytes.subarray(0, IV_BYTES), bytes.subarray(IV_BYTES)]
  try {
    const decipher = createDecipheriv(ALGORITHM, key, iv, { authTagLength: TAG_BYTES })
      .setAAD(Buffer.from(userIdentifier))
      .setAuthTag(rest.subarray(0, TAG_BYTES))
    return Buffer.concat([decipher.update(rest.subarray(TAG_BYTES)), decipher.final()]).toString('utf8')
  } catch {
    return undefined // the key is another one, or the row was changed
  }
}
