import { defineErrors } from '@plinth/kernel'

export const errors = defineErrors({
  LOGIN_FAILED: [403, 'The name or the password is wrong, or the account is temporarily locked.'],
  PASSWORD_CHANGED_DURING_LOGIN: [503, 'The password was changed during the login. Try again shortly.'],
  TOO_MANY_SESSIONS: [
    409,
    'You have as many sessions as are allowed ({count}). Log out of one, or have an admin end it.',
  ],
  LOGIN_NOT_CONFIRMED: [403, 'The password is wrong, or the account is temporarily locked.'],
  ACCESS_NOT_YOURS: [403, 'Your role does not allow you to see whether this user can log in, or to unlock the user.'],
  SESSIONS_NOT_YOURS: [403, "Your role does not allow you to see or end this user's sessions."],
  SESSION_NOT_FOUND: [404, 'This user has no such session.'],
})
