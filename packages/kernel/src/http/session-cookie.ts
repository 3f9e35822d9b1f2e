import { PlinthError } from '../errors/plinth-error.js'
import { headerOf, type KeyedRequest } from './api-key.js'
import { httpErrors } from './http-errors.js'

/**
 * The name of the session cookie. Because of the prefix, browsers accept it only with `Secure` and `Path=/` and without
 * `Domain`, so that no other host can set it.
 */
const NAME = '__Host-plinth'
const PREFIX = `${NAME}=`
const ATTRIBUTES = 'Path=/; HttpOnly; Secure; SameSite=Strict'

/** `Set-Cookie` of a response that deletes the session cookie. */
export const DELETED_SESSION_COOKIE = `${NAME}=; ${ATTRIBUTES}; Max-Age=0`

/** Length in characters of the part of a key that the page has: 126 bits. The cookie has the other 132 bits. */
const PAGE_KEY_LENGTH = 21
const PAGE_KEY = new RegExp(`^[\\w-]{${PAGE_KEY_LENGTH}}$`)

/** The two parts of the key of a browser session. Neither is of any use without the other. */
export interface BrowserSession {
  /** `Set-Cookie` of a response that gives the browser one part. */
  readonly setCookie: string
  /** The other part, for the page. */
  readonly pageKey: string
}

/**
 * Splits a key between the browser, which sends its part as the session cookie for `maxAge` seconds, and the page,
 * which sends its part as the header `X-Plinth-Session`. Browsers do not separate cookies by port, so a server on
 * another port of the same host name can read and replace the cookie; but what a page stores is separated by port.
 */
export function splitKey(key: string, maxAge: number): BrowserSession {
  const [cookie, pageKey] = [key.slice(0, -PAGE_KEY_LENGTH), key.slice(-PAGE_KEY_LENGTH)]
  return { setCookie: `${NAME}=${cookie}; ${ATTRIBUTES}; Max-Age=${maxAge}`, pageKey }
}

/** Replaces the page's part of a new key with the part that the page already has. */
export function keyWithPageKey(key: string, pageKey: string): string {
  return key.slice(0, -PAGE_KEY_LENGTH) + pageKey
}

/**
 * The header without which a session cookie is ignored. Forms cannot send it, and pages of other origins only after a
 * preflight, which does not allow it.
 */
export const SESSION_HEADER = 'x-plinth-session'

/** Returns the page's part of the key of a browser session, if the request has it. */
export function pageKeyOf(request: KeyedRequest): string | undefined {
  const value = headerOf(request, SESSION_HEADER)
  return value !== undefined && PAGE_KEY.test(value) ? value : undefined
}

/** Returns whether a request has both parts of the key of a browser session. */
export function isByCookie(request: KeyedRequest): boolean {
  return pageKeyOf(request) !== undefined && valuesIn(headerOf(request, 'cookie')).length > 0
}

/**
 * Returns the value of the session cookie, if there is one. Throws `SEVERAL_SESSION_COOKIES` for more than one: then
 * somebody else has set one of them, and it is unknown which.
 */
export function sessionCookieOf(request: KeyedRequest): string | undefined {
  const [value, ...others] = valuesIn(headerOf(request, 'cookie'))
  if (others.length > 0) throw httpErrors.SEVERAL_SESSION_COOKIES()
  return value
}

/** Returns an error whose response deletes the session cookie too. */
export function deletingCookie({ code, status, message, retryAfter, fields }: PlinthError): PlinthError {
  return new PlinthError(code, status, message, {
    ...(retryAfter !== undefined && { retryAfter }),
    ...(fields && { fields }),
    headers: { 'Set-Cookie': DELETED_SESSION_COOKIE },
  })
}

/** Returns the values that are not empty. Only spaces and tabs may precede the name; anything else is part of it. */
function valuesIn(cookies = ''): string[] {
  const values: string[] = []
  for (const cookie of cookies.split(';')) {
    const start = cookie.indexOf(PREFIX)
    const isNamed = start === 0 || (start > 0 && /^[ \t]+$/.test(cookie.slice(0, start)))
    const value = isNamed ? cookie.slice(start + PREFIX.length).trimEnd() : ''
    if (value !== '') values.push(value)
  }
  return values
}
