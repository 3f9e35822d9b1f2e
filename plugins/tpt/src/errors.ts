import { defineErrors } from '@plinth/kernel'

export const errors = defineErrors({
  TOKEN_NOT_FOUND: [404, 'There is no third-party token with that id.'],
})
