import type { PasswordRule } from '@plinth/kernel'

/** Counts characters as people do, not UTF-16 units. */
export const minimumLength = (least: number): PasswordRule => ({
  objection: (password) => ([...password].length < least ? `must have at least ${least} characters` : undefined),
})
