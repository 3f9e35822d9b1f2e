import { defineRoute, httpErrors, messageShape, Reply } from '@plinth/kernel'
import { credentialErrors, rateLimitErrors } from '@plinth/kernel/contracts'
import { described, isoTime, MAX_CODE_LENGTH, splitKey } from '@plinth/kernel/tools'
import { object, string } from 'yup'
import { errors } from '../errors.js'
import type { LoginConfirmation } from '../login/login-confirmation.js'
import { type LoginOptions, loginHeaders } from './login-on-the-wire.js'

const proof = object({
  password: described(string().min(1), "The caller's password. Give this or `code`."),
  code: described(string().min(1).max(MAX_CODE_LENGTH), 'A code of the second factor. Give this or `password`.'),
})
  .test('one-proof', ({ password, code }, { createError }) => {
    if ((password === undefined) !== (code === undefined)) return true
    return createError({ path: 'password', message: 'or code is required, and not both' })
  })
  .meta({ id: 'LoginConfirmation', description: 'The password of the caller, or a code of the second factor.' })

export const confirmLogin = (confirmation: LoginConfirmation, { sessionMax }: Pick<LoginOptions, 'sessionMax'>) =>
  defineRoute({
    method: 'POST',
    path: '/users/confirm',
    operationId: 'confirmLogin',
    summary: 'Confirm the login with the password or a code',
    description:
      'Operations that need a fresh login refuse a key with 401 `FRESH_LOGIN_REQUIRED` when the login is older than ' +
      '`PLINTH_FRESH_LOGIN_LIFETIME`. The response has a new key, or session cookie, whose login is fresh. Use it from then on: ' +
      'the former one ends ten seconds later, so that whoever has copied it gains nothing. Wrong passwords count as at a login.',
    access: 'user',
    exemptFrom: [httpErrors.TOO_MANY_REQUESTS], // whoever copied the key must not block this by using up the limit
    body: proof,
    example: { password: 'the password of sudo' },
    responses: {
      200: messageShape('Login confirmed').shape({
        apiKey: described(
          string().min(1),
          'The new key, in place of that of the request. Omitted if that came in the session cookie, or was replaced some seconds ago.',
          'bA3-Yk9…',
        ),
        fresh_until: described(
          string().required(),
          'Until when the login is fresh: ISO 8601, UTC.',
          '2026-11-21T08:05:00.000Z',
        ),
      }),
    },
    headers: loginHeaders,
    errors: [errors.LOGIN_NOT_CONFIRMED, credentialErrors.BUSY, rateLimitErrors.RATE_LIMITED],
    handle: async (request) => {
      const { key, freshUntil } = await confirmation.confirm(request, request.body)
      const response = { message: 'Login confirmed', fresh_until: isoTime(freshUntil) }
      if (key === undefined) return response
      if (!request.isByCookie) return { ...response, apiKey: key }
      return Reply.json(response, { headers: { 'Set-Cookie': splitKey(key, sessionMax).setCookie } })
    },
  })
