import type { PasswordRule } from '@plinth/kernel/contracts'
import { canonicalName } from '@plinth/kernel/tools'
import { isShorter } from './minimum-length.js'

/**
 * Refuses common passwords, ignoring case. The list is loaded with the first password and kept as one string. Passwords
 * that are too short anyway are not looked up.
 */
export const notCommon = (minLength: number): PasswordRule => ({
  async objection(password) {
    if (isShorter(password, minLength)) return undefined
    const { COMMON_PASSWORDS } = await import('./common-passwords.js')
    return isAmong(COMMON_PASSWORDS, canonicalName(password)) ? 'is too common: many people have it' : undefined
  },
})

/** No word of the list contains white space, and each follows a blank. */
function isAmong(words: string, candidate: string): boolean {
  if (/\s/.test(candidate)) return false
  return words.includes(` ${candidate} `) || words.includes(` ${candidate}\n`)
}
