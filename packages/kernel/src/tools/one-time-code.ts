import type { Randomness } from '../security/randomness.js'

/** Crockford's alphabet: without I, L, O and U, so that a code is read aloud without mistakes. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
/** Number of characters of a code: 60 random bits. */
const LENGTH = 12
const GROUP = /.{4}/g
const SEPARATORS = /[\s-]/g
const CODE = new RegExp(`^[${ALPHABET}]{${LENGTH}}$`)

/** Maximum number of characters of a code in a request, with separators. */
export const MAX_CODE_LENGTH = 64

/** Returns a new code of 60 random bits for people to read and type: `7KQM-2XRT-9F4B`. */
export function newOneTimeCode(randomness: Randomness): string {
  const bytes = Buffer.from(randomness.key(), 'base64url').subarray(0, LENGTH)
  const characters = Array.from(bytes, (byte) => ALPHABET[byte % ALPHABET.length]).join('')
  return characters.match(GROUP)?.join('-') ?? ''
}

/**
 * Reads a code as people type it: without regard to case, spaces and hyphens, and with `O` for 0, and `I` or `L` for 1.
 * Returns its characters; `undefined` if it cannot be a code.
 */
export function readOneTimeCode(text: string): string | undefined {
  const characters = text.replace(SEPARATORS, '').toUpperCase().replaceAll('O', '0').replace(/[IL]/g, '1')
  return CODE.test(characters) ? characters : undefined
}
