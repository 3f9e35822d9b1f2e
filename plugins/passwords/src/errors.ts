import { defineErrors } from '@plinth/kernel'

export const errors = defineErrors({
  TARGET_NOT_FOUND: [400, 'There is no user "{username}".'],
  PASSWORD_CHANGE_DENIED: [400, "Your role does not allow you to set this user's password."],
  PASSWORD_SET_BY_OWNER_ONLY: [
    403,
    'This service lets users set only their own passwords. Issue a one-time code instead: POST /users/{username}/code.',
  ],
  CURRENT_PASSWORD_REQUIRED: [400, 'To change your own password, give the current one as well.'],
  CURRENT_PASSWORD_WRONG: [400, 'The current password is wrong, or the account is temporarily locked.'],
})
