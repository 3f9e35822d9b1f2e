import { described } from '@plinth/kernel/tools'
import { string } from 'yup'

/** The fields of both routes. */
export const passwordFields = {
  target_username: described(string().required().max(255), 'The username; case is ignored.'),
  new_password: described(
    string().required(),
    'At least `PLINTH_PASSWORD_MIN_LENGTH` characters, and at most 1024 bytes.',
  ),
}
