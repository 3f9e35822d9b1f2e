import type { SettingsOf } from '@plinth/kernel'
import { mixed, number, object } from 'yup'

const LIMIT_ACTIONS = ['end-oldest', 'refuse-login'] as const

const wholeNumber = () => number().integer('must be a whole number.').min(1, 'must be at least 1.')

export const authSettings = object({
  sessionIdle: wholeNumber()
    .min(120, 'must be at least 120: the time of the last use is stored only once a minute.')
    .default(43_200)
    .meta({ description: 'Idle timeout of a session, in seconds: it ends after that time without a request.' }),
  sessionMax: wholeNumber().default(2_592_000).meta({ description: 'Maximum age of a session, in seconds.' }),
  sessionsPerUser: wholeNumber().default(20).meta({ description: 'Maximum number of sessions per user.' }),
  sessionLimitAction: mixed<(typeof LIMIT_ACTIONS)[number]>()
    .oneOf(LIMIT_ACTIONS, `must be one of ${LIMIT_ACTIONS.join(', ')}.`)
    .default('end-oldest')
    .meta({
      description:
        'What a login does if the user has that many sessions: it ends the oldest, or is refused until one ends.',
    }),
  freshLoginLifetime: wholeNumber().min(60, 'must be at least 60.').default(300).meta({
    description:
      'How long a login counts as fresh, in seconds. After that, operations that need a fresh login ask the user to confirm it.',
  }),
  lockoutAttempts: wholeNumber().default(5).meta({
    description:
      'Number of consecutive wrong passwords, one-time codes or codes of a second factor after which no more are accepted, for 1, 2, 4 … minutes.',
  }),
  lockoutMax: wholeNumber().default(900).meta({ description: 'Maximum duration of an account lock, in seconds.' }),
})

/** Limits of sessions and account locks. Times are in seconds. */
export type AuthSettings = SettingsOf<typeof authSettings>
