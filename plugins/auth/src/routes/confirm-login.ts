import { defineRoute, messageShape } from '@plinth/kernel'
import { credentialErrors, rateLimitErrors } from '@plinth/kernel/contracts'
import { isoTime, MAX_CODE_LENGTH } from '@plinth/kernel/tools'
import { object, string } from 'yup'
import { errors } from '../errors.js'
import type { LoginConfirmation } from '../login/login-confirmation.js'

const proof = object({
  password: string().min(1).meta({ description: "The caller's password. Give this or `code`." }),
  code: string()
    .min(1)
    .max(MAX_CODE_LENGTH)
    .meta({ description: 'A code of the second factor. Give this or `password`.' }),
})
  .test('one-proof', ({ password, code }, { createError }) => {
    if ((password === undefined) !== (code === undefined)) return true
    return createError({ path: 'password', message: 'or code is required, and not both' })
  })
  .meta({ id: 'LoginConfirmation', description: 'The password of the caller, or a code of the second factor.' })

export const confirmLogin = (confirmation: LoginConfirmation) =>
  defineRoute({
    method: 'POST',
    path: '/users/confirm',
    operationId: 'confirmLogin',
    summary: 'Confirm the login with the password or a code',
    description:
      'Operations that need a fresh login refuse a key with 401 `FRESH_LOGIN_REQUIRED` when the login is older than ' +
      '`PLINTH_FRESH_LOGIN_LIFETIME`. This makes the login of the key fresh again. Wrong passwords count as at a login.',
    access: 'user',
    body: proof,
    example: { password: 'the password of sudo' },
    responses: {
      200: messageShape('Login confirmed').shape({
        fresh_until: string()
          .required()
          .meta({
            description: 'Until when the login is fresh: ISO 8601, UTC.',
            examples: ['2026-11-21T08:05:00.000Z'],
          }),
      }),
    },
    errors: [errors.LOGIN_NOT_CONFIRMED, credentialErrors.BUSY, rateLimitErrors.RATE_LIMITED],
    handle: async (request) => ({
      message: 'Login confirmed',
      fresh_until: isoTime(await confirmation.confirm(request, request.body)),
    }),
  })
