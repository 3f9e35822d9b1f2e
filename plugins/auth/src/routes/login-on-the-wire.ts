import { type Clock, type ErrorTable, httpErrors, Reply } from '@plinth/kernel'
import type { User } from '@plinth/kernel/contracts'
import { described, splitKey } from '@plinth/kernel/tools'
import { array, number, object, string } from 'yup'
import { localDateTime, machineTimeZone } from '../local-date-time.js'

/** The field of a body that asks for a session cookie. */
export const sessionField = {
  session: described(
    string().oneOf(['cookie']),
    'With `cookie` the key is split between a cookie and the page: for pages of this origin. By default the response has the whole key.',
  ),
}

/** The errors of a request for a session cookie. */
export const cookieErrors = [
  httpErrors.SESSION_HEADER_MISSING,
  httpErrors.COOKIE_NEEDS_HTTPS,
  httpErrors.FOREIGN_ORIGIN,
] satisfies ErrorTable[string][]

/** The headers of the response to a login. */
export const loginHeaders = {
  'Set-Cookie': described(string(), 'The session cookie, with `"session": "cookie"`.'),
}

export const loginShape = object({
  apiKey: described(
    string().min(1),
    'The key of the new session, to be sent as `X-API-KEY` with later requests. Omitted with `"session": "cookie"`.',
    'bA3-Yk9…',
  ),
  page_key: described(
    string().min(1),
    'With `"session": "cookie"`: the part of the key that the page keeps, to be sent as `X-Plinth-Session` with later requests. The cookie has the other part.',
    'p7Xq0-…',
  ),
  role: described(string().required(), "The name of the user's role.", 'sudo'),
  role_level: described(number().integer().required(), 'The level of that role; lower is more privileged.', 0),
  datetime: described(
    string().required(),
    'The local time of the service, as MM/DD/YYYY, HH:MM:SS.',
    '11/21/2026, 09:00:00',
  ),
  timezone: described(string().required(), 'The IANA time zone of that time.', 'Europe/Berlin'),
  username: described(string(), 'The username, after a login by e-mail address; omitted otherwise.'),
  recovery_codes: described(
    array(string().required()).optional(),
    'After a login that has enrolled a second factor: ten codes that replace it, once each, if it is lost. They are shown only here.',
    ['7KQM-2XRT-9F4B'],
  ),
}).meta({ id: 'Login', description: 'A new session.' })

/** What responses to a login depend on, besides the login. */
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
  /** Whether the response includes the username, which further requests need: the client may not know it. */
  readonly isNamed: boolean
  /** Whether the key is split between the session cookie and the page. */
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
    ...(isNamed && { username: user.username }),
    ...(recoveryCodes && { recovery_codes: [...recoveryCodes] }),
  }
  return browserSession ? Reply.json(response, { headers: { 'Set-Cookie': browserSession.setCookie } }) : response
}
