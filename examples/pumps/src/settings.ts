import type { SettingsOf } from '@plinth/kernel'
import { number, object } from 'yup'

export const settings = object({
  pumpInspectionDays: number()
    .integer('must be a whole number.')
    .min(1, 'must be 1 or more.')
    .default(90)
    .meta({ description: 'Inspection interval of a pump, in days.' }),
})

export type PumpSettings = SettingsOf<typeof settings>
