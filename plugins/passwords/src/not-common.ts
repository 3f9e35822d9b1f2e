import type { PasswordRule } from '@plinth/kernel/contracts'
import { canonicalName } from '@plinth/kernel/tools'
import { isShorter } from './minimum-length.js'

/**
 * Refuses common passwords, ignoring case. The list is loaded for the first password, and is one string to save memory.
 * Passwords that are too short anyway are not looked up.
 */
export const notCommon = (minLength: number): PasswordRule => ({
  async objection(password) {
    if (isShorter(password, minLength)) return undefined
    const { COMMON_PASSWORDS } = await import('./common-passwords.js')
    return isAmong(COMMON_PASSWORDS, canonicalName(password)) ? 'is too common: many people use it' : undefined
  },
})

/** In the list no word contains white space, and each follows a space. */
function isAmong(words: string, candidate: string): boolean {
  if (/\s/.test(candidate)) return false
  return words.includes(` ${candidate} `) || words.includes(` ${candidate}\n`)
}
