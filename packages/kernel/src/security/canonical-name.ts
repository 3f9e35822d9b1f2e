/** ASCII without capital letters is in that form already. */
const PLAIN = /^[ -@[-~]*$/

/**
 * The form in which names are compared: `Alice` and `alice`, and both ways of writing `é`, are one name. Kept in a column of
 * its own under a UNIQUE constraint, on both databases by this one rule.
 */
export function canonicalName(name: string): string {
  if (PLAIN.test(name)) return name
  return name.normalize('NFKC').toLowerCase().normalize('NFKC')
}
