import { defineRoute } from '@plinth/kernel'
import { credentialErrors, rateLimitErrors } from '@plinth/kernel/contracts'
import { described, loginKeyField, MAX_CODE_LENGTH } from '@plinth/kernel/tools'
import { object, string } from 'yup'
import { errors } from '../errors.js'
import type { LoginCompletion } from '../login/login-completion.js'
import {
  cookieErrors,
  type LoginOptions,
  loginHeaders,
  loginOnTheWire,
  loginShape,
  sessionField,
} from './login-on-the-wire.js'

export const completeLogin = (completion: LoginCompletion, options: LoginOptions) =>
  defineRoute({
    method: 'POST',
    path: '/users/complete_login',
    operationId: 'completeLogin',
    summary: 'Show the second factor and receive a key',
    description:
      'Completes a login to which the response was `SECOND_FACTOR_REQUIRED`. The code is one of the authenticator app, or a recovery code. ' +
      'With `"session": "cookie"` as at the login. The response is that of a login, always with the username; after an enrolment it includes recovery codes.',
    access: 'public',
    body: object({
      login_key: loginKeyField,
      code: described(string().required().max(MAX_CODE_LENGTH), 'A code of the second factor.'),
      ...sessionField,
    }).meta({ id: 'LoginCompletion', description: 'A code of the second factor.' }),
    example: { login_key: 'q1D8…', code: '123456' },
    responses: { 200: loginShape },
    headers: loginHeaders,
    errors: [
      ...cookieErrors,
      errors.LOGIN_EXPIRED,
      errors.SECOND_FACTOR_WRONG,
      errors.TOO_MANY_SESSIONS,
      credentialErrors.BUSY,
      rateLimitErrors.RATE_LIMITED,
    ],
    handle: async (request) => {
      const { login_key: loginKey, code, session } = request.body
      const isByCookie = session === 'cookie'
      if (isByCookie) request.expectCookieAllowed()
      const completed = await completion.complete(request, loginKey, code)
      return loginOnTheWire({ ...completed, isByCookie, isNamed: true }, options)
    },
  })
