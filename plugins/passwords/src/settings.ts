import type { SettingsOf } from '@plinth/kernel'
import { boolean, number, object } from 'yup'

export const passwordSettings = object({
  passwordMinLength: number()
    .integer('must be a whole number.')
    .min(1, 'must be 1 to 72.')
    .max(72, 'must be 1 to 72.')
    .default(8)
    .meta({ description: 'Minimum length of a new password, in characters; the maximum is 72 bytes.' }),
  passwordBreachCheck: boolean().default(false).meta({
    description:
      'Whether new passwords are looked up at haveibeenpwned.com, which receives five digits of their SHA-1.',
  }),
})

/** The minimum length of a new password in characters, and whether the breach check is on. */
export type PasswordSettings = SettingsOf<typeof passwordSettings>
