import type { PasswordRule } from '@plinth/kernel/contracts'

/** So many characters at least. */
export const minimumLength = (least: number): PasswordRule => ({
  objection: (password) => (isShorter(password, least) ? `must have at least ${least} characters` : undefined),
})

/** Counts characters as people do, not UTF-16 units. */
export function isShorter(password: string, least: number): boolean {
  return [...password].length < least
}
