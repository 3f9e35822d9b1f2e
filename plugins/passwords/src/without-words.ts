import type { PasswordRule } from '@plinth/kernel/contracts'
import { canonicalName } from '@plinth/kernel/tools'

/** Refuses passwords that contain one of these words, ignoring case. */
export function withoutWords(words: readonly string[]): PasswordRule {
  const refused = words.map(canonicalName)
  return {
    objection(password) {
      const canonical = canonicalName(password)
      return refused.some((word) => canonical.includes(word))
        ? 'must not contain a word that is easy to guess here, such as the name of the plant'
        : undefined
    },
  }
}
