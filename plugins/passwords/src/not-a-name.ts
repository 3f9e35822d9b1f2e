import type { PasswordRule } from '@plinth/kernel/contracts'
import { canonicalName } from '@plinth/kernel/tools'

/** No more than digits and signs. */
const DECORATION = /^\P{L}*$/u

/**
 * Not the username, the e-mail address, or what that has before the `@`; nor one of them with digits and signs after it
 * only. A name with a word beside it passes: every further rule would refuse good passwords of people with short names.
 */
export const notAName: PasswordRule = {
  objection(password, { username, email }) {
    const names = [username, email, email.split('@')[0] ?? ''].filter((name) => name !== '').map(canonicalName)
    const canonical = canonicalName(password)
    const isName = names.some((name) => canonical.startsWith(name) && DECORATION.test(canonical.slice(name.length)))
    return isName ? 'must be more than the username or the e-mail address with digits and signs after it' : undefined
  },
}
