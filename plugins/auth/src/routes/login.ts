import { type Clock, defineRoute, httpErrors, Reply } from '@plinth/kernel'
import { credentialErrors, rateLimitErrors } from '@plinth/kernel/contracts'
import { expectOneName, loginNameFields, loginNameIn, splitKey } from '@plinth/kernel/tools'
import { number, object, string } from 'yup'
import { errors } from '../errors.js'
import { localDateTime, machineTimeZone } from '../local-date-time.js'
import type { LoginService } from '../login-service.js'

const credentials = object({
  ...loginNameFields,
  password: string().required().meta({ description: 'The password.' }),
  session: string().oneOf(['cookie']).meta({
    description: 'With `cookie` the key is split between a cookie and the page: for pages of this origin.',
  }),
})
  .test('one-name', expectOneName)
  .meta({ id: 'Credentials', description: 'A username or an e-mail address, not both, and the password.' })

const loginShape = object({
  apiKey: string()
    .min(1)
    .meta({
      description:
        'The key of the new session, to be sent as `X-API-KEY` with later requests. Omitted with `"session": "cookie"`.',
      examples: ['bA3-Yk9…'],
    }),
  page_key: string()
    .min(1)
    .meta({
      description:
        'With `"session": "cookie"`: the part of the key that the page keeps, to be sent as `X-Plinth-Session` with later requests. The cookie has the other part.',
      examples: ['p7Xq0-…'],
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

/** How the route responds. */
interface LoginOptions {
  readonly clock: Clock
  /** Default: the time zone of the machine. */
  readonly timezone: string | undefined
  /** Maximum age of a session in seconds. */
  readonly sessionMax: number
}

export const login = (loginService: LoginService, { clock, timezone: configured, sessionMax }: LoginOptions) =>
  defineRoute({
    method: 'POST',
    path: '/users/login',
    operationId: 'login',
    summary: 'Log in and receive a key',
    description:
      'Give either `username` or `email`; with `email`, the response includes the username. Send the key as `X-API-KEY` with later requests.\n\n' +
      'A page of this origin sends `"session": "cookie"` and the header `X-Plinth-Session: cookie`. Then the response sets the ' +
      'cookie `__Host-plinth`, and has a `page_key` instead of a key. Later requests send that as `X-Plinth-Session`: without ' +
      'it the cookie is ignored. This needs HTTPS, or the loopback address.',
    access: 'public',
    body: credentials,
    example: { username: 'sudo', password: 'the password of sudo' },
    responses: { 200: loginShape },
    headers: { 'Set-Cookie': string().meta({ description: 'The session cookie, with `"session": "cookie"`.' }) },
    errors: [
      httpErrors.SESSION_HEADER_MISSING,
      httpErrors.COOKIE_NEEDS_HTTPS,
      httpErrors.FOREIGN_ORIGIN,
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
      const { key, user } = await loginService.login(request, loginNameIn(body), body.password)
      const timezone = configured ?? machineTimeZone()
      const browserSession = isByCookie ? splitKey(key, sessionMax) : undefined
      const response = {
        ...(browserSession ? { page_key: browserSession.pageKey } : { apiKey: key }),
        role: user.role.name,
        role_level: user.role.level,
        datetime: localDateTime(clock.now(), timezone),
        timezone,
        ...(body.username === undefined && { username: user.username }), // clients need it for further requests
      }
      return browserSession ? Reply.json(response, { headers: { 'Set-Cookie': browserSession.setCookie } }) : response
    },
  })
