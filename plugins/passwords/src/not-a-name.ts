import type { PasswordRule } from '@plinth/kernel/contracts'
import { canonicalName } from '@plinth/kernel/tools'

/** Matches a string without letters. */
const WITHOUT_LETTERS = /^\P{L}*$/u

/**
 * Refuses the username, the e-mail address and its local part, even with digits and symbols appended. A name combined
 * with a word is accepted: a stricter rule would refuse good passwords of users with short names.
 */
export const notAName: PasswordRule = {
  objection(password, { username, email }) {
    const names = [username, email, email.split('@')[0] ?? ''].filter((name) => name !== '').map(canonicalName)
    const canonical = canonicalName(password)
    const isName = names.some(
      (name) => canonical.startsWith(name) && WITHOUT_LETTERS.test(canonical.slice(name.length)),
    )
    return isName ? 'must be more than the username or the e-mail address with digits and symbols after it' : undefined
  },
}
