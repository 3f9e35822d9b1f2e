import { apiKeyOf, hasOtherKey, headerOf, type KeyedRequest, possibleKey } from './api-key.js'
import { httpErrors } from './http-errors.js'
import type { SameOrigin } from './same-origin.js'
import { pageKeyOf, SESSION_HEADER, sessionCookieOf } from './session-cookie.js'

/**
 * Returns the key of a request, from its headers, or from its session cookie and the page's part of the key; never from
 * the query string. Without the page's part, the cookie is ignored. For a request with the header of browser sessions,
 * throws `COOKIE_NEEDS_HTTPS`, `FOREIGN_ORIGIN`, `SEVERAL_SESSION_COOKIES`, and `SEVERAL_KEYS` if another header has
 * another key.
 */
export function keyOf(request: KeyedRequest, sameOrigin: SameOrigin): string | undefined {
  if (headerOf(request, SESSION_HEADER) === undefined) return apiKeyOf(request)
  sameOrigin.expect(request)
  const [pageKey, cookie] = [pageKeyOf(request), sessionCookieOf(request)]
  if (pageKey === undefined || cookie === undefined) return apiKeyOf(request)
  const key = cookie + pageKey
  if (hasOtherKey(request, key)) throw httpErrors.SEVERAL_KEYS()
  return possibleKey(key)
}

/**
 * Throws unless the response to a request may set the session cookie: `SESSION_HEADER_MISSING`, `COOKIE_NEEDS_HTTPS` or
 * `FOREIGN_ORIGIN`. Otherwise a page could log its visitors in as somebody else.
 */
export function expectCookieAllowed(request: KeyedRequest, sameOrigin: SameOrigin): void {
  if (headerOf(request, SESSION_HEADER) !== 'cookie') throw httpErrors.SESSION_HEADER_MISSING()
  sameOrigin.expect(request)
}
