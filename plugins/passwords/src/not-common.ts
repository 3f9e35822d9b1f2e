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
    return includesPassword(COMMON_PASSWORDS, canonicalName(password)) ? 'is too common: many people use it' : undefined
  },
})

/** Returns whether a list contains a password. In the list, each password follows a space, and none contains one. */
function includesPassword(list: string, password: string): boolean {
  if (/\s/.test(password)) return false
  return list.includes(` ${password} `) || list.includes(` ${password}\n`)
}
