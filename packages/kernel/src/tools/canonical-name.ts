/** ASCII without capital letters: such a name is already canonical. */
const CANONICAL_ASCII = /^[ -@[-~]*$/

/**
 * Maximum length to normalize, in UTF-16 units; no stored name is longer. The time to normalize a string grows with the
 * square of its length.
 */
const MAX_NAME_LENGTH = 1_024

/**
 * Returns the form in which names are compared: `Alice` equals `alice`, and both encodings of `é` are equal. It is
 * stored in a column of its own with a UNIQUE constraint, so both databases compare names by the same rule.
 */
export function canonicalName(name: string): string {
  if (CANONICAL_ASCII.test(name) || name.length > MAX_NAME_LENGTH) return name
  return name.normalize('NFKC').toLowerCase().normalize('NFKC')
}
