import { defineErrors } from '@plinth/kernel'

export const errors = defineErrors({
  TOKEN_ROLE_NOT_FOUND: [400, 'The role "{role}" does not exist.'],
  TOKEN_NOT_FOUND: [404, 'There is no third-party token with that id.'],
})
