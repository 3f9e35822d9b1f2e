import type { SettingsOf } from '@plinth/kernel'
import { boolean, number, object } from 'yup'

export const passwordSettings = object({
  /** Characters that a new password must have. */
  passwordMinLength: number()
    .integer('must be a whole number.')
    .min(1, 'must be 1 to 72.')
    .max(72, 'must be 1 to 72.')
    .default(8),
  /** Whether new passwords are looked up among those of data breaches, which asks a service elsewhere. */
  passwordBreachCheck: boolean().default(false),
})

/** How long a new password must be, in characters, and whether a service elsewhere is asked about it. */
export type PasswordSettings = SettingsOf<typeof passwordSettings>
