import type { SettingsOf } from '@plinth/kernel'
import { number, object } from 'yup'

export const configTransferSettings = object({
  /** Seconds that an export may take: a slow client must not hold a moment of the database for ever. */
  exportTimeout: number()
    .integer('must be a whole number.')
    .min(1, 'must be 1 to 86400.')
    .max(86_400, 'must be 1 to 86400.')
    .default(600),
})

/** How long an export may take, in seconds. */
export type ConfigTransferSettings = SettingsOf<typeof configTransferSettings>
