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
    .meta({ description: 'How many sessions a user may have; the oldest ends when there is one more.' }),
  lockoutAttempts: wholeNumber().default(5).meta({
    description: 'How many wrong passwords in a row there may be before an account waits 1, 2, 4 … minutes.',
  }),
  lockoutMax: wholeNumber().default(900).meta({ description: 'Seconds that an account waits at most.' }),
})

/** How long sessions last and accounts wait, in seconds, and after how many tries. */
export type AuthSettings = SettingsOf<typeof authSettings>
