import type { SettingsOf } from '@plinth/kernel'
import { number, object } from 'yup'

export const configTransferSettings = object({
  exportTimeout: number()
    .integer('must be a whole number.')
    .min(1, 'must be 1 to 86400.')
    .max(86_400, 'must be 1 to 86400.')
    .default(600)
    // a slow client must not hold a snapshot of the database for ever
    .meta({ description: 'Seconds that an export may take.' }),
})

/** How long an export may take, in seconds. */
export type ConfigTransferSettings = SettingsOf<typeof configTransferSettings>
