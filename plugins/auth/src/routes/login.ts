import { type Clock, credentialErrors, defineRoute, throttleErrors } from '@plinth/kernel'
import { number, object, string } from 'yup'
import { errors } from '../errors.js'
import { localDateTime, machineTimeZone } from '../local-date-time.js'
import type { LoginName, LoginService } from '../login-service.js'

const credentials = object({
  username: string().min(1).max(255),
  email: string().min(1).max(255),
  password: string().required(),
}).test('one-name', (body, { createError }) => {
  if ((body.username === undefined) !== (body.email === undefined)) return true
  return createError({ path: 'username', message: 'or email is required, and not both' })
})

export const login = (loginService: LoginService, clock: Clock, configuredTimeZone: string | undefined) =>
  defineRoute({
    method: 'POST',
    path: '/users/login',
    summary: 'Log in and receive a key',
    description: 'With `username` or `email`. The key goes into `X-API-KEY` of later calls.',
    access: 'public',
    body: credentials,
    example: { username: 'sudo', password: 'the password of sudo' },
    responses: {
      200: object({
        apiKey: string().required(),
        role: string().required(),
        role_level: number().integer().required(),
        datetime: string().required(),
        timezone: string().required(),
      }),
    },
    errors: [...Object.values(errors), ...Object.values(throttleErrors), credentialErrors.BUSY],
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
      }
    },
  })

function nameIn({ username, email = '' }: { username?: string | undefined; email?: string | undefined }): LoginName {
  return username === undefined ? { by: 'email', text: email } : { by: 'username', text: username }
}
