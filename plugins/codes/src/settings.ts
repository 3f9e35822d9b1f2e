import type { SettingsOf } from '@plinth/kernel'
import { described } from '@plinth/kernel/tools'
import { number, object } from 'yup'

const MINUTE_S = 60
const DAY_S = 86_400

const lifetime = (max: number) =>
  number()
    .integer('must be a whole number.')
    .min(MINUTE_S, `must be ${MINUTE_S} to ${max}.`)
    .max(max, `must be ${MINUTE_S} to ${max}.`)

export const codesSettings = object({
  codeLifetime: described(
    lifetime(DAY_S).default(15 * MINUTE_S),
    'Validity of a one-time code for a user with a password, in seconds.',
  ),
  invitationLifetime: described(
    lifetime(30 * DAY_S).default(3 * DAY_S),
    'Validity of a one-time code for a user without a password, in seconds.',
  ),
})

/** Validity of one-time codes, in seconds. */
export type CodesSettings = SettingsOf<typeof codesSettings>
