import type { IncomingHttpHeaders } from 'node:http'

/**
 * Request whose headers may hold a key: of node:http, or a web `Request`. A session cookie is accepted only if the
 * origin of the service is known too: from the socket of a node:http request, or the absolute URL of a web `Request`.
 */
export interface KeyedRequest {
  readonly headers: IncomingHttpHeaders | Pick<Headers, 'get'>
  readonly socket?: { readonly remoteAddress?: string | undefined }
  readonly url?: string | undefined
}

/** Max length of a key in characters. No valid key is longer. */
const MAX_KEY_LENGTH = 4_096

/** Returns the key in the headers of a request: `X-API-KEY`, else `Authorization: Bearer …`. */
export function apiKeyOf(request: KeyedRequest): string | undefined {
  return possibleKey(headerOf(request, 'x-api-key') ?? bearerToken(headerOf(request, 'authorization')))
}

/** Returns a key unless its length shows that it is not valid, so that no time is spent on it. */
export function possibleKey(key: string | undefined): string | undefined {
  return key !== undefined && key.length > 0 && key.length <= MAX_KEY_LENGTH ? key : undefined
}

/** Returns whether a request contains a key, valid or not. */
export function hasKey(request: KeyedRequest): boolean {
  return headerOf(request, 'x-api-key') !== undefined || /^Bearer\b/i.test(headerOf(request, 'authorization') ?? '')
}

/** Returns whether a request contains a key, valid or not, other than this one. */
export function hasOtherKey(request: KeyedRequest, key: string): boolean {
  const [apiKey, authorization] = [headerOf(request, 'x-api-key'), headerOf(request, 'authorization')]
  if (apiKey !== undefined && apiKey !== key) return true
  return /^Bearer\b/i.test(authorization ?? '') && bearerToken(authorization) !== key
}

function bearerToken(header: string | undefined): string | undefined {
  return header?.match(/^Bearer +(\S+)$/i)?.[1]
}

/** Returns a header of a request; `undefined` if it is missing. */
export function headerOf({ headers }: Pick<KeyedRequest, 'headers'>, name: string): string | undefined {
  const value = typeof headers.get === 'function' ? headers.get(name) : (headers as IncomingHttpHeaders)[name]
  return typeof value === 'string' ? value : undefined
}
