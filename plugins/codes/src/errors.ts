import { defineErrors } from '@plinth/kernel'

/** Errors of one-time codes. */
export const errors = defineErrors({
  CODE_INVALID: [
    403,
    'The name or the code is wrong, or the code was used or has expired. Check both, or ask for a new code.',
  ],
  CODE_NOT_YOURS: [
    403,
    'You may not see, issue or withdraw a code of this user. Only somebody else who may set their password can, or `plinth users code` on the machine.',
  ],
  CODE_NOT_FOUND: [404, 'There is no code for this user.'],
  CODE_OF_DISABLED_USER: [
    409,
    'This user is disabled, or the account has ended. Enable the user or extend the account first.',
  ],
})
