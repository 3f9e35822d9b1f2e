import { type Clock, defineRoute } from '@plinth/kernel'
import { credentialErrors, throttleErrors } from '@plinth/kernel/contracts'
import { number, object, string } from 'yup'
import { errors } from '../errors.js'
import { localDateTime, machineTimeZone } from '../local-date-time.js'
import type { LoginName, LoginService } from '../login-service.js'

const credentials = object({
  username: string().min(1).max(255).meta({ description: 'The username, in any case; or `email`.' }),
  email: string().min(1).max(255).meta({ description: 'The e-mail address, in any case; or `username`.' }),
  password: string().required().meta({ description: 'The password.' }),
})
  .test('one-name', (body, { createError }) => {
    if ((body.username === undefined) !== (body.email === undefined)) return true
    return createError({ path: 'username', message: 'or email is required, and not both' })
  })
  .meta({ id: 'Credentials', description: 'Who logs in: by username or by e-mail address, never both.' })

const loginShape = object({
  apiKey: string()
    .required()
    .meta({
      description: 'The key of the new session. It goes into `X-API-KEY` of later calls.',
      examples: ['bA3-Yk9…'],
    }),
  role: string()
    .required()
    .meta({ description: "The name of the user's role.", examples: ['sudo'] }),
  role_level: number()
    .integer()
    .required()
    .meta({ description: 'The level of that role; lower is more privileged.', examples: [0] }),
  datetime: string()
    .required()
    .meta({ description: 'The time of the service, as MM/DD/YYYY, HH:MM:SS.', examples: ['11/21/2026, 09:00:00'] }),
  timezone: string()
    .required()
    .meta({ description: 'The IANA time zone of that time.', examples: ['Europe/Berlin'] }),
  username: string().meta({ description: 'The username, after a login by e-mail address; else left out.' }),
}).meta({ id: 'Login', description: 'A new session.' })

export const login = (loginService: LoginService, clock: Clock, configuredTimeZone: string | undefined) =>
  defineRoute({
    method: 'POST',
    path: '/users/login',
    operationId: 'login',
    summary: 'Log in and receive a key',
    description:
      'With `username` or `email`; after the latter the answer has the username too. The key goes into `X-API-KEY` of later calls.',
    access: 'public',
    body: credentials,
    example: { username: 'sudo', password: 'the password of sudo' },
    responses: { 200: loginShape },
    errors: [errors.LOGIN_FAILED, errors.LOGIN_OVERTAKEN, throttleErrors.TOO_MANY_TRIES, credentialErrors.BUSY],
    handle: async (request) => {
      const { body } = request
      const timezone = configuredTimeZone ?? machineTimeZone()
      const { key, user } = await loginService.login(request, nameIn(body), body.password)
      return {
        apiKey: key,
        role: user.role.name,
        role_level: user.role.level,
        datetime: localDateTime(clock.now(), timezone),
        timezone,
        ...(body.username === undefined && { username: user.username }), // paths and other calls want it
      }
    },
  })

function nameIn({ username, email = '' }: { username?: string | undefined; email?: string | undefined }): LoginName {
  return username === undefined ? { by: 'email', text: email } : { by: 'username', text: username }
}
