import type { PasswordRule } from '@plinth/kernel/contracts'
import { canonicalName } from '@plinth/kernel/tools'
import { isShorter } from './minimum-length.js'

/**
 * Without regard to case, as the list is. It is loaded when the first password is held against it, and kept as one
 * text. What is too short anyway is not held against it.
 */
export const notCommon = (least: number): PasswordRule => ({
  async objection(password) {
    if (isShorter(password, least)) return undefined
    const { COMMON_PASSWORDS } = await import('./common-passwords.js')
    return isAmong(COMMON_PASSWORDS, canonicalName(password)) ? 'is too common: many people have it' : undefined
  },
})

/** No word of the text has white space in it, and a blank is before each. */
function isAmong(words: string, candidate: string): boolean {
  if (/\s/.test(candidate)) return false
  return words.includes(` ${candidate} `) || words.includes(` ${candidate}\n`)
}
