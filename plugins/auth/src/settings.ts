import type { SettingsOf } from '@plinth/kernel'
import { number, object } from 'yup'

const wholeNumber = () => number().integer('must be a whole number.').min(1, 'must be at least 1.')

export const authSettings = object({
  /** Seconds without a request after which a session ends. */
  sessionIdle: wholeNumber().min(120, 'must be at least 120: a use is written once a minute.').default(43_200),
  /** Seconds after which a session ends in any case. */
  sessionMax: wholeNumber().default(2_592_000),
  /** How many sessions a user may have; the oldest ends when there is one more. */
  sessionsPerUser: wholeNumber().default(20),
  /** Wrong passwords in a row after which an account waits. */
  lockoutAttempts: wholeNumber().default(5),
  /** The longest wait of an account, in seconds. */
  lockoutMax: wholeNumber().default(900),
})

/** How long sessions last and accounts wait, in seconds, and after how many tries. */
export type AuthSettings = SettingsOf<typeof authSettings>
