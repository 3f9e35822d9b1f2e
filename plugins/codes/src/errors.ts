import { defineErrors } from '@plinth/kernel'

/** Errors of one-time codes. */
export const errors = defineErrors({
  CODE_INVALID: [403, 'The name or the code is wrong, or the code was used or has expired. Ask for a new one.'],
  CODE_NOT_YOURS: [403, 'Your role does not allow you to issue a code for this user, or to withdraw one.'],
  CODE_NOT_FOUND: [404, 'There is no code for this user.'],
  CODE_OF_DISABLED_USER: [
    409,
    'This user is disabled, or the account has ended. Enable the user or extend the account first.',
  ],
})
