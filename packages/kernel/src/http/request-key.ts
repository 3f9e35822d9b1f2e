import { apiKeyOf, hasOtherKey, type KeyedRequest } from './api-key.js'
import { httpErrors } from './http-errors.js'
import type { SameOrigin } from './same-origin.js'
import { asksForCookie, sessionCookieOf } from './session-cookie.js'

/**
 * Returns the key of a request, from its headers or from its session cookie; never from the query string. The cookie is
 * ignored unless the request asks for it. If it does, throws `COOKIE_NEEDS_HTTPS`, `FOREIGN_ORIGIN`,
 * `SEVERAL_SESSION_COOKIES`, and `SEVERAL_KEYS` if a header has another key.
 */
export function keyOf(request: KeyedRequest, sameOrigin: SameOrigin): string | undefined {
  if (!asksForCookie(request)) return apiKeyOf(request)
  sameOrigin.expect(request)
  const key = sessionCookieOf(request)
  if (key === undefined) return apiKeyOf(request)
  if (hasOtherKey(request, key)) throw httpErrors.SEVERAL_KEYS()
  return key
}

/**
 * Throws unless the response to a request may set the session cookie: `SESSION_HEADER_MISSING`, `COOKIE_NEEDS_HTTPS` or
 * `FOREIGN_ORIGIN`. Otherwise a page could log its visitors in as somebody else.
 */
export function expectCookieAllowed(request: KeyedRequest, sameOrigin: SameOrigin): void {
  if (!asksForCookie(request)) throw httpErrors.SESSION_HEADER_MISSING()
  sameOrigin.expect(request)
}
