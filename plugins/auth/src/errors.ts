import { defineErrors } from '@plinth/kernel'
import { pendingLoginErrors } from '@plinth/kernel/contracts'

export const errors = {
  ...pendingLoginErrors,
  ...defineErrors({
    LOGIN_FAILED: [403, 'The name or the password is wrong, or the account is temporarily locked.'],
    PASSWORD_CHANGED_DURING_LOGIN: [503, 'The password was changed during the login. Try again shortly.'],
    SECOND_FACTOR_REQUIRED: [401, 'The password is right. Now show the second factor: POST /users/complete_login.'],
    SECOND_FACTOR_WRONG: [403, 'The code is wrong or was used, or the account is temporarily locked.'],
    TOO_MANY_SESSIONS: [
      409,
      'You have the maximum number of sessions ({count}). Log out of one, or have an admin end it.',
    ],
    LOGIN_NOT_CONFIRMED: [403, 'The password or the code is wrong, or the account is temporarily locked.'],
    ACCESS_NOT_YOURS: [403, 'Your role does not allow you to see whether this user can log in, or to unlock the user.'],
    SESSIONS_NOT_YOURS: [403, "Your role does not allow you to see or end this user's sessions."],
    SESSION_NOT_FOUND: [404, 'This user has no such session.'],
  }),
}
