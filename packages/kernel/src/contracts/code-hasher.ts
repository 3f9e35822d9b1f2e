/** Hashes of several codes with one salt. */
export interface SaltedHashes {
  /** Also names the algorithm and its cost, so that both can be changed later: existing codes keep their salt. */
  readonly salt: string
  /** In the order of the codes. */
  readonly hashes: readonly string[]
}

/**
 * Hashes codes as slowly as passwords, because a code that people type has too few random bits for a fast hash.
 * Provided by the plugin `users`. Never call it in a transaction: on SQLite all other writes would wait meanwhile.
 * Both methods throw `BUSY` (503) if too many passwords are waiting to be hashed.
 */
export interface CodeHasher {
  /** Hashes new codes, one after the other, with one new salt of 128 random bits. */
  hashNewCodes(codes: readonly string[]): Promise<SaltedHashes>
  /** Hashes a code with the salt of stored hashes. Without a salt it takes as long; the hash then matches none. */
  hashCode(code: string, salt: string | undefined): Promise<string>
}
