import { randomBytes, randomFillSync } from 'node:crypto'

/** Source of identifiers and keys. A dependency, so that tests can be deterministic. */
export interface Randomness {
  /**
   * Returns a new identifier, which is not secret: 80 random bits as 16 lower-case characters of base32. Identifiers
   * from earlier versions are UUIDs.
   */
  identifier(): string
  /** Returns 256 cryptographically random bits as 43 characters of base64url. */
  key(): string
}

/** Crockford's alphabet, without `i`, `l`, `o` and `u`. */
const BASE32 = '0123456789abcdefghjkmnpqrstvwxyz'
/** As long as the columns of PyAutomation, which can import an export: see docs/configuration-files.md. */
const IDENTIFIER_LENGTH = 16

/**
 * Random bytes for the next identifiers. Generating the bytes of each one separately would take a tenth of an import.
 */
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
