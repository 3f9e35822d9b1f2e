import { type Clock, defineRoute } from '@plinth/kernel'
import { credentialErrors, rateLimitErrors } from '@plinth/kernel/contracts'
import { number, object, string } from 'yup'
import { errors } from '../errors.js'
import { localDateTime, machineTimeZone } from '../local-date-time.js'
import type { LoginName, LoginService } from '../login-service.js'

const credentials = object({
  username: string().min(1).max(255).meta({ description: 'The username; case is ignored. Give this or `email`.' }),
  email: string()
    .min(1)
    .max(255)
    .meta({ description: 'The e-mail address; case is ignored. Give this or `username`.' }),
  password: string().required().meta({ description: 'The password.' }),
})
  .test('one-name', (body, { createError }) => {
    if ((body.username === undefined) !== (body.email === undefined)) return true
    return createError({ path: 'username', message: 'or email is required, and not both' })
  })
  .meta({ id: 'Credentials', description: 'A username or an e-mail address, not both, and the password.' })

const loginShape = object({
  apiKey: string()
    .required()
    .meta({
      description: 'The key of the new session, to be sent as `X-API-KEY` with later requests.',
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
    .meta({
      description: 'The local time of the service, as MM/DD/YYYY, HH:MM:SS.',
      examples: ['11/21/2026, 09:00:00'],
    }),
  timezone: string()
    .required()
    .meta({ description: 'The IANA time zone of that time.', examples: ['Europe/Berlin'] }),
  username: string().meta({ description: 'The username, after a login by e-mail address; omitted otherwise.' }),
}).meta({ id: 'Login', description: 'A new session.' })

export const login = (loginService: LoginService, clock: Clock, configuredTimeZone: string | undefined) =>
  defineRoute({
    method: 'POST',
    path: '/users/login',
    operationId: 'login',
    summary: 'Log in and receive a key',
    description:
      'Give either `username` or `email`; with `email`, the response includes the username. Send the key as `X-API-KEY` with later requests.',
    access: 'public',
    body: credentials,
    example: { username: 'sudo', password: 'the password of sudo' },
    responses: { 200: loginShape },
    errors: [
      errors.LOGIN_FAILED,
      errors.PASSWORD_CHANGED_DURING_LOGIN,
      rateLimitErrors.RATE_LIMITED,
      credentialErrors.BUSY,
    ],
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
        ...(body.username === undefined && { username: user.username }), // clients need it for further requests
      }
    },
  })

function nameIn({ username, email = '' }: { username?: string | undefined; email?: string | undefined }): LoginName {
  return username === undefined ? { by: 'email', value: email } : { by: 'username', value: username }
}
