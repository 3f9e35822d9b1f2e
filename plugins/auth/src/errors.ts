import { defineErrors } from '@plinth/kernel'

export const errors = defineErrors({
  LOGIN_FAILED: [403, 'The name or the password is wrong, or the account is locked for a while.'],
})
