import type { IncomingMessage } from 'node:http'

/** Longer ones are no key of anybody's. */
const LONGEST = 4_096

/** The key of a request: `X-API-KEY`, else `Authorization: Bearer …`; never the query string or a cookie. */
export function apiKeyOf(request: IncomingMessage): string | undefined {
  const key = request.headers['x-api-key'] ?? bearerToken(request.headers.authorization)
  return typeof key === 'string' && key.length > 0 && key.length <= LONGEST ? key : undefined
}

/** Whether a request means to show a key, good or not. */
export function bringsKey(request: IncomingMessage): boolean {
  return request.headers['x-api-key'] !== undefined || /^Bearer\b/i.test(request.headers.authorization ?? '')
}

function bearerToken(header: string | undefined): string | undefined {
  return header?.match(/^Bearer +(\S+)$/i)?.[1]
}
