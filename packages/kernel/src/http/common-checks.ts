import type { IncomingMessage, ServerResponse } from 'node:http'
import { stopParsing } from './edge/close-connection.js'
import { crossOriginHeaders, isPreflight, PREFLIGHT_HEADERS } from './edge/cross-origin.js'
import { isContinue } from './edge/expectation.js'
import { isUnambiguous } from './edge/is-unambiguous.js'
import { pathAndQueryOf } from './edge/request-target.js'
import { hasTooManyHeaders } from './edge/too-many-headers.js'
import type { Exchange } from './exchange.js'
import { httpErrors } from './http-errors.js'
import { respondWithError, send } from './responses/respond.js'

/** Returns whether a request passes the checks that all routes have in common. If not, a response has been sent. */
export function passesCommonChecks(exchange: Exchange, origins: readonly string[]): boolean {
  const { request } = exchange
  if (request.headers.origin !== undefined && respondToPreflight(exchange, origins)) return false
  const { 'content-encoding': encoding, expect } = request.headers
  if (expect !== undefined && !canMeet(expect, request)) respondWithError(exchange, httpErrors.EXPECTATION_FAILED())
  else if (encoding === undefined || /^(identity)?$/i.test(encoding)) return true
  else respondWithError(exchange, httpErrors.UNSUPPORTED_ENCODING())
  return false
}

/** HTTP/1.0 has no expectations, so they are ignored there (RFC 9110, 10.1.1). */
function canMeet(expectation: string, { httpVersion }: IncomingMessage): boolean {
  return httpVersion === '1.0' || isContinue(expectation)
}

/** Sets the CORS headers. Responds if the request is a preflight, and returns whether it is. */
function respondToPreflight(exchange: Exchange, origins: readonly string[]): boolean {
  const crossOrigin = crossOriginHeaders(exchange.request, origins)
  for (const [name, value] of Object.entries(crossOrigin)) exchange.response.setHeader(name, value)
  if (!isPreflight(exchange.request) || !crossOrigin['Access-Control-Allow-Origin']) return false
  send(exchange, 204, PREFLIGHT_HEADERS)
  return true
}

/**
 * Returns the path and query of a request that every proxy in front must have parsed in the same way. Throws for other
 * requests, whose connection is closed after the response.
 */
export function checkedUrl(request: IncomingMessage, response: ServerResponse): string {
  const url = pathAndQueryOf(request.url ?? '/')
  const hasExcessHeaders = hasTooManyHeaders(request)
  // Node drops the data that follows the head of such a request.
  if (request.headers.upgrade !== undefined) response.setHeader('Connection', 'close')
  if (url !== undefined && !hasExcessHeaders && isUnambiguous(request)) return url
  response.setHeader('Connection', 'close')
  stopParsing(request.socket) // the data that follows must not be parsed as another request
  throw hasExcessHeaders ? httpErrors.HEADERS_TOO_LARGE() : httpErrors.BAD_REQUEST()
}
