import type { SettingsOf } from '@plinth/kernel'
import { number, object } from 'yup'

export const configTransferSettings = object({
  exportTimeout: number()
    .integer('must be a whole number.')
    .min(1, 'must be 1 to 86400.')
    .max(86_400, 'must be 1 to 86400.')
    .default(600)
    // without a limit, a slow client could keep a database snapshot open forever
    .meta({ description: 'Maximum duration of an export, in seconds.' }),
})

/** The maximum duration of an export, in seconds. */
export type ConfigTransferSettings = SettingsOf<typeof configTransferSettings>
