import type { SettingsOf } from '@plinth/kernel'
import { described } from '@plinth/kernel/tools'
import { array, boolean, number, object, string } from 'yup'

/** Shorter words are in too many passwords. */
const MIN_WORD_LENGTH = 3

export const passwordSettings = object({
  passwordMinLength: described(
    number().integer('must be a whole number.').min(1, 'must be 1 to 72.').max(72, 'must be 1 to 72.').default(8),
    'Minimum length of a new password, in characters; the maximum is 1024 bytes.',
  ),
  passwordRefusedWords: described(
    array(string().defined())
      .test('words', `must be words of at least ${MIN_WORD_LENGTH} characters.`, (words = []) =>
        words.every((word) => word.length >= MIN_WORD_LENGTH),
      )
      .default([]),
    'Words that no new password may contain, such as the names of the plant and the company; case is ignored.',
  ),
  passwordBreachCheck: described(
    boolean().default(false),
    'Whether new passwords are looked up at api.pwnedpasswords.com (Have I Been Pwned), which receives five hexadecimal digits of their SHA-1.',
  ),
})

/** The rules for new passwords. The minimum length is in characters. */
export type PasswordSettings = SettingsOf<typeof passwordSettings>
