import type { SettingsOf } from '@plinth/kernel'
import { described } from '@plinth/kernel/tools'
import { mixed, number, object } from 'yup'

const LIMIT_ACTIONS = ['end-oldest', 'refuse-login'] as const

const wholeNumber = () => number().integer('must be a whole number.').min(1, 'must be at least 1.')

export const authSettings = object({
  sessionIdle: described(
    wholeNumber()
      .min(120, 'must be at least 120: the time of the last use is stored only once a minute.')
      .default(43_200),
    'Idle timeout of a session, in seconds: it ends after that time without a request.',
  ),
  sessionMax: described(wholeNumber().default(2_592_000), 'Maximum age of a session, in seconds.'),
  sessionsPerUser: described(wholeNumber().default(20), 'Maximum number of sessions per user.'),
  sessionLimitAction: described(
    mixed<(typeof LIMIT_ACTIONS)[number]>()
      .oneOf(LIMIT_ACTIONS, `must be one of ${LIMIT_ACTIONS.join(', ')}.`)
      .default('end-oldest'),
    'What a login does if the user has that many sessions: it ends the oldest, or is refused until one ends.',
  ),
  freshLoginLifetime: described(
    wholeNumber().min(60, 'must be at least 60.').default(300),
    'How long a login counts as fresh, in seconds. After that, operations that need a fresh login ask the user to confirm it.',
  ),
  lockoutAttempts: described(
    wholeNumber().default(5),
    'Number of consecutive wrong passwords, one-time codes or codes of a second factor after which no more are accepted, for 1, 2, 4 … minutes.',
  ),
  lockoutMax: described(wholeNumber().default(900), 'Maximum duration of an account lock, in seconds.'),
})

/** Limits of sessions and account locks. Times are in seconds. */
export type AuthSettings = SettingsOf<typeof authSettings>
