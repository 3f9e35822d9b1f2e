import type { IncomingHttpHeaders } from 'node:http'

/** Request whose headers may hold a key: of node:http, or a web `Request`. */
export interface KeyedRequest {
  readonly headers: IncomingHttpHeaders | Pick<Headers, 'get'>
}

/** Max length of a key. No valid key is longer. */
const MAX_KEY_LENGTH = 4_096

/**
 * Returns the key of a request: `X-API-KEY`, else `Authorization: Bearer …`; never from the query string or a cookie.
 */
export function apiKeyOf(request: KeyedRequest): string | undefined {
  const key = headerOf(request, 'x-api-key') ?? bearerToken(headerOf(request, 'authorization'))
  return typeof key === 'string' && key.length > 0 && key.length <= MAX_KEY_LENGTH ? key : undefined
}

/** Returns whether a request contains a key, valid or not. */
export function hasKey(request: KeyedRequest): boolean {
  return headerOf(request, 'x-api-key') !== undefined || /^Bearer\b/i.test(headerOf(request, 'authorization') ?? '')
}

function bearerToken(header: string | undefined): string | undefined {
  return header?.match(/^Bearer +(\S+)$/i)?.[1]
}

function headerOf({ headers }: KeyedRequest, name: 'x-api-key' | 'authorization'): string | undefined {
  const value = typeof headers.get === 'function' ? headers.get(name) : (headers as IncomingHttpHeaders)[name]
  return typeof value === 'string' ? value : undefined
}
