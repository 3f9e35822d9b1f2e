import type { SettingsOf } from '@plinth/kernel'
import { number, object } from 'yup'

export const passwordSettings = object({
  /** Characters that a new password must have. */
  passwordMinLength: number()
    .integer('must be a whole number.')
    .min(1, 'must be 1 to 72.')
    .max(72, 'must be 1 to 72.')
    .default(8),
})

/** How long a new password must be, in characters. */
export type PasswordSettings = SettingsOf<typeof passwordSettings>
