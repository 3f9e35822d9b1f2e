import { defineErrors } from '@plinth/kernel'

export const errors = defineErrors({
  TARGET_NOT_FOUND: [400, 'There is no user "{username}".'],
  PASSWORD_CHANGE_DENIED: [400, "Your role does not allow you to set this user's password."],
  PASSWORD_SET_BY_OWNER_ONLY: [
    403,
    'Here nobody sets the passwords of others. Issue a one-time code, with which the user sets it: POST /users/{username}/code.',
  ],
  CURRENT_PASSWORD_REQUIRED: [400, 'To change your own password, give the current one as well.'],
  CURRENT_PASSWORD_WRONG: [400, 'The current password is wrong, or the account is temporarily locked.'],
})
