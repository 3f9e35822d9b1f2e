import { defineErrors } from '@plinth/kernel'

export const errors = defineErrors({
  TARGET_NOT_FOUND: [400, 'There is no user "{username}".'],
  PASSWORD_CHANGE_DENIED: [400, "Your role does not allow you to set this user's password."],
  CURRENT_PASSWORD_REQUIRED: [400, 'To change your own password, give the current one as well.'],
  CURRENT_PASSWORD_WRONG: [400, 'The current password is wrong.'],
})
