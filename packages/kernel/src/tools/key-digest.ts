import crypto from 'node:crypto' // whole: an old Node, which has no `hash`, is told so in a sentence

/**
 * What is stored of a random key: its SHA-256 in hexadecimal. A key of 256 random bits needs no salt and no slow hash.
 */
export function keyDigest(key: string): string {
  return crypto.hash('sha256', key)
}
