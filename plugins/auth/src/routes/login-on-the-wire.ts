import { type Clock, type ErrorTable, httpErrors, Reply } from '@plinth/kernel'
import type { User } from '@plinth/kernel/contracts'
import { splitKey } from '@plinth/kernel/tools'
import { array, number, object, string } from 'yup'
import { localDateTime, machineTimeZone } from '../local-date-time.js'

/** The field of a body that asks for a session cookie. */
export const sessionField = {
  session: string().oneOf(['cookie']).meta({
    description:
      'With `cookie` the key is split between a cookie and the page: for pages of this origin. By default the response has the whole key.',
  }),
}

/** The errors of a request for a session cookie. */
export const cookieErrors = [
  httpErrors.SESSION_HEADER_MISSING,
  httpErrors.COOKIE_NEEDS_HTTPS,
  httpErrors.FOREIGN_ORIGIN,
] satisfies ErrorTable[string][]

/** The headers of the response to a login. */
export const loginHeaders = {
  'Set-Cookie': string().meta({ description: 'The session cookie, with `"session": "cookie"`.' }),
}

export const loginShape = object({
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
  recovery_codes: array(string().required())
    .optional()
    .meta({
      description:
        'After a login that has enrolled a second factor: ten codes that replace it, once each, if it is lost. They are shown only here.',
      examples: [['7KQM-2XRT-9F4B']],
    }),
}).meta({ id: 'Login', description: 'A new session.' })

/** How the routes respond. */
export interface LoginOptions {
  readonly clock: Clock
  /** Default: the time zone of the machine. */
  readonly timezone: string | undefined
  /** Maximum age of a session in seconds. */
  readonly sessionMax: number
}

/** A login that has begun a session. */
interface BegunLogin {
  readonly key: string
  readonly user: User
  /** Whether the response includes the username, because the client may not know it. */
  readonly isNamed: boolean
  readonly isByCookie: boolean
  readonly recoveryCodes?: readonly string[] | undefined
}

/** Returns the response to a login: the key, or with a session cookie its two halves. */
export function loginOnTheWire(login: BegunLogin, { clock, timezone: configured, sessionMax }: LoginOptions) {
  const { key, user, isNamed, isByCookie, recoveryCodes } = login
  const timezone = configured ?? machineTimeZone()
  const browserSession = isByCookie ? splitKey(key, sessionMax) : undefined
  const response = {
    ...(browserSession ? { page_key: browserSession.pageKey } : { apiKey: key }),
    role: user.role.name,
    role_level: user.role.level,
    datetime: localDateTime(clock.now(), timezone),
    timezone,
    ...(isNamed && { username: user.username }), // clients need it for further requests
    ...(recoveryCodes && { recovery_codes: [...recoveryCodes] }),
  }
  return browserSession ? Reply.json(response, { headers: { 'Set-Cookie': browserSession.setCookie } }) : response
}
