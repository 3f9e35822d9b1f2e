/** ASCII without capital letters is in that form already. */
const PLAIN = /^[ -@[-~]*$/

/**
 * Longer than any name in UTF-16 units: nothing is called so, and the time to normalize a text grows with the square of
 * its length.
 */
const MAX_NAME_LENGTH = 1_024

/**
 * The form in which names are compared: `Alice` and `alice`, and both ways of writing `é`, are one name. Kept in a
 * column of its own under a UNIQUE constraint, on both databases by this one rule.
 */
export function canonicalName(name: string): string {
  if (PLAIN.test(name) || name.length > MAX_NAME_LENGTH) return name
  return name.normalize('NFKC').toLowerCase().normalize('NFKC')
}
