import { defineErrors } from '@plinth/kernel'

export const errors = defineErrors({
  TOKEN_NOT_FOUND: [404, 'There is no third-party token with that id.'],
  SIGNING_KEY_DIFFERS: [
    503,
    'PLINTH_SECRET_KEY is not the key that signs third-party tokens on this database, so a token created here would be refused. ' +
      'Set that key; if it is permanently lost: plinth tpt adopt-key',
  ],
})
