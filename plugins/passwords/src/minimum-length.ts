import type { PasswordRule } from '@plinth/kernel/contracts'

/** Refuses passwords of fewer than `minLength` characters. */
export const minimumLength = (minLength: number): PasswordRule => ({
  objection: (password) => (isShorter(password, minLength) ? `must have at least ${minLength} characters` : undefined),
})

/** Counts code points, not UTF-16 units. */
export function isShorter(password: string, minLength: number): boolean {
  return [...password].length < minLength
}
