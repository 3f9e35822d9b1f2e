import { defineRoute, Reply } from '@plinth/kernel'
import { credentialErrors, rateLimitErrors } from '@plinth/kernel/contracts'
import { described, expectOneName, loginNameFields, loginNameIn } from '@plinth/kernel/tools'
import { object, string } from 'yup'
import { errors } from '../errors.js'
import type { LoginService } from '../login/login-service.js'
import {
  cookieErrors,
  type LoginOptions,
  loginHeaders,
  loginOnTheWire,
  loginShape,
  sessionField,
} from './login-on-the-wire.js'

const credentials = object({
  ...loginNameFields,
  password: described(string().required(), 'The password.'),
  ...sessionField,
})
  .test('one-name', expectOneName)
  .meta({ id: 'Credentials', description: 'A username or an e-mail address, not both, and the password.' })

const pendingLoginShape = object({
  message: described(string().required(), 'For people.', errors.SECOND_FACTOR_REQUIRED().message),
  code: described(string().oneOf(['SECOND_FACTOR_REQUIRED']).required(), 'For programs.', 'SECOND_FACTOR_REQUIRED'),
  request_id: described(
    string().required(),
    'Also in X-Request-Id and in the log.',
    '0f0e6f3c-6f0b-4c39-8f62-0d3e1f5b7a11',
  ),
  login_key: described(string().required(), 'Completes this login within ten minutes, and does nothing else.', 'q1D8…'),
  step: described(
    string().oneOf(['prove', 'enrol']).required(),
    '`prove`: send a code of the factor. `enrol`: enrol one first, because the role requires it.',
    'prove',
  ),
}).meta({ id: 'PendingLogin', description: 'A login that needs a second factor.' })

export const login = (loginService: LoginService, options: LoginOptions) =>
  defineRoute({
    method: 'POST',
    path: '/users/login',
    operationId: 'login',
    summary: 'Log in and receive a key',
    description:
      'Give either `username` or `email`; with `email`, the response includes the username. Send the key as `X-API-KEY` with later requests.\n\n' +
      'A page of this origin sends `"session": "cookie"` and the header `X-Plinth-Session: cookie`. Then the response sets the ' +
      'cookie `__Host-plinth`, and has a `page_key` instead of a key. Later requests send that as `X-Plinth-Session`: without ' +
      'it the cookie is ignored. This needs HTTPS, or the loopback address.\n\n' +
      'If the user has a second factor, or needs one, the response to the right password is 401 with a `login_key`: go on with `POST /users/complete_login`.',
    access: 'public',
    body: credentials,
    example: { username: 'sudo', password: 'the password of sudo' },
    responses: { 200: loginShape, 401: pendingLoginShape },
    headers: loginHeaders,
    errors: [
      ...cookieErrors,
      errors.LOGIN_FAILED,
      errors.TOO_MANY_SESSIONS,
      errors.PASSWORD_CHANGED_DURING_LOGIN,
      rateLimitErrors.RATE_LIMITED,
      credentialErrors.BUSY,
    ],
    handle: async (request) => {
      const { body } = request
      const isByCookie = body.session === 'cookie'
      if (isByCookie) request.expectCookieAllowed()
      const result = await loginService.login(request, loginNameIn(body), body.password)
      if (result.step) return pendingOnTheWire(result, request.requestId)
      return loginOnTheWire({ ...result, isByCookie, isNamed: body.username === undefined }, options)
    },
  })

function pendingOnTheWire({ loginKey, step }: { loginKey: string; step: 'prove' | 'enrol' }, requestId: string) {
  const { code, message, headers } = errors.SECOND_FACTOR_REQUIRED()
  const body = { message, code: code as 'SECOND_FACTOR_REQUIRED', request_id: requestId, login_key: loginKey, step }
  return Reply.json(body, { status: 401, headers })
}
