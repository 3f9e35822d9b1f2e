import type { IncomingMessage } from 'node:http'

/** Returns the CORS headers of a response; empty for an origin that is not listed. */
export function crossOriginHeaders(request: IncomingMessage, origins: readonly string[]): Record<string, string> {
  const { origin } = request.headers
  if (origin === undefined || !origins.includes(origin)) return {}
  return {
    'Access-Control-Allow-Origin': origin,
    'Access-Control-Expose-Headers': 'X-Request-Id, X-Total-Count, Link, Retry-After, Content-Disposition',
    Vary: 'Origin',
  }
}

/** Returns whether a request is a CORS preflight. */
export function isPreflight(request: IncomingMessage): boolean {
  return request.method === 'OPTIONS' && request.headers['access-control-request-method'] !== undefined
}

/**
 * Methods and headers that a listed origin may send. Never `X-Plinth-Session`, and no credentials: other origins use a
 * key, not the session cookie.
 */
export const PREFLIGHT_HEADERS: Readonly<Record<string, string>> = {
  'Access-Control-Allow-Methods': 'GET, POST, PUT, PATCH, DELETE',
  'Access-Control-Allow-Headers': 'X-API-KEY, Authorization, Content-Type, X-Request-Id',
  'Access-Control-Max-Age': '600',
}
