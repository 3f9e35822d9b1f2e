import type { SettingsOf } from '@plinth/kernel'
import { number, object } from 'yup'

const wholeNumber = () => number().integer('must be a whole number.').min(1, 'must be at least 1.')

export const authSettings = object({
  sessionIdle: wholeNumber()
    .min(120, 'must be at least 120: a use is written once a minute.')
    .default(43_200)
    .meta({ description: 'Seconds without a request after which a session ends.' }),
  sessionMax: wholeNumber().default(2_592_000).meta({ description: 'Seconds after which a session ends in any case.' }),
  sessionsPerUser: wholeNumber()
    .default(20)
    .meta({ description: 'Maximum number of sessions per user; a further login ends the oldest.' }),
  lockoutAttempts: wholeNumber().default(5).meta({
    description: 'How many consecutive wrong passwords lock an account for 1, 2, 4 … minutes.',
  }),
  lockoutMax: wholeNumber().default(900).meta({ description: 'Maximum seconds that an account is locked.' }),
})

/** Limits of sessions and account locks. Times are in seconds. */
export type AuthSettings = SettingsOf<typeof authSettings>
