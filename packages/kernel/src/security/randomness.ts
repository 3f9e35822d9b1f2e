import { randomBytes, randomFillSync } from 'node:crypto'

/** Where identifiers and keys come from; a dependency, so that tests can be exact. */
export interface Randomness {
  /**
   * A new identifier: 80 random bits as 16 characters of base32 in lower case, not secret. Earlier versions made UUIDs.
   */
  identifier(): string
  /** 256 unguessable bits as 43 characters of base64url. */
  key(): string
}

/** Crockford's: no `i`, `l`, `o` and `u`. */
const BASE32 = '0123456789abcdefghjkmnpqrstvwxyz'
/** Columns of PyAutomation hold no more. */
const IDENTIFIER_LENGTH = 16

/** Random bytes for the next identifiers: asked for one by one, they would be a tenth of an import. */
const pool = Buffer.alloc(256 * IDENTIFIER_LENGTH)
let used = pool.length

function nextBytes(): Buffer {
  if (used === pool.length) {
    randomFillSync(pool)
    used = 0
  }
  used += IDENTIFIER_LENGTH
  return pool.subarray(used - IDENTIFIER_LENGTH, used)
}

/** Randomness from the operating system (node:crypto). */
export const systemRandomness: Randomness = {
  identifier() {
    let identifier = ''
    for (const byte of nextBytes()) identifier += BASE32[byte % BASE32.length]
    return identifier
  },
  key: () => randomBytes(32).toString('base64url'),
}
