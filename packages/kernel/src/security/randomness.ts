import { randomBytes, randomUUID } from 'node:crypto'

/** Where identifiers and keys come from; a dependency, so that tests can be exact. */
export interface Randomness {
  /** A new identifier: 36 characters, not secret. */
  identifier(): string
  /** 256 unguessable bits as 43 characters of base64url. */
  key(): string
}

/** Randomness from the operating system (node:crypto). */
export const systemRandomness: Randomness = {
  identifier: () => randomUUID(),
  key: () => randomBytes(32).toString('base64url'),
}
