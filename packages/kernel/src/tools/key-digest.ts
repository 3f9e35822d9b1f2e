import crypto from 'node:crypto' // a named import of `hash` would fail on an old Node before its version is refused

/**
 * Returns the stored form of a random key: its SHA-256 in hexadecimal. 256 random bits need no salt and no slow hash.
 */
export function keyDigest(key: string): string {
  return crypto.hash('sha256', key)
}
