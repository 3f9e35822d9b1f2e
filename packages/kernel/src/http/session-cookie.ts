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

/** Returns `Set-Cookie` of a response that makes a browser send a key as the session cookie for `maxAge` seconds. */
export function sessionCookie(key: string, maxAge: number): string {
  return `${NAME}=${key}; ${ATTRIBUTES}; Max-Age=${maxAge}`
}

/**
 * Returns whether a request has the header without which its session cookie is ignored. Forms cannot send it, and pages
 * of other origins only after a preflight, which does not allow it.
 */
export function asksForCookie(request: KeyedRequest): boolean {
  return headerOf(request, 'x-plinth-session') === 'cookie'
}

/** Returns whether the session cookie of a request counts. */
export function isByCookie(request: KeyedRequest): boolean {
  return asksForCookie(request) && valuesIn(headerOf(request, 'cookie')).length > 0
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
  const named = cookies.split(';').map((cookie) => cookie.replace(/^[ \t]+/, ''))
  return named.flatMap((cookie) => (cookie.startsWith(PREFIX) && cookie.slice(PREFIX.length).trimEnd()) || [])
}
