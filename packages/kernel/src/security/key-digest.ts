import { hash } from 'node:crypto'

/** What is stored of a random key: its SHA-256 in hexadecimal. A key of 256 random bits needs no salt and no slow hash. */
export function keyDigest(key: string): string {
  return hash('sha256', key)
}
