import type { IncomingMessage, ServerResponse } from 'node:http'
import { respondWithError, send } from './answers/respond.js'
import { crossOriginHeaders, isPreflight, PREFLIGHT_HEADERS } from './edge/cross-origin.js'
import { stopParsing } from './edge/cut-connection.js'
import { hasTooManyHeaders } from './edge/header-lines.js'
import { isUnambiguous } from './edge/is-unambiguous.js'
import { pathAndQueryOf } from './edge/request-target.js'
import type { Exchange } from './exchange.js'
import { httpErrors } from './http-errors.js'

/** What holds for every request whatever its route. Answers and returns false when it must not go on. */
export function passesEdge(exchange: Exchange, origins: readonly string[]): boolean {
  const { request } = exchange
  if (request.headers.origin !== undefined && answersPreflight(exchange, origins)) return false
  const { 'content-encoding': encoding } = request.headers
  if (encoding === undefined || /^(identity)?$/i.test(encoding)) return true
  respondWithError(exchange, httpErrors.UNSUPPORTED_ENCODING())
  return false
}

/** Sets the headers for a page of another origin, and answers when its browser asked for no more. */
function answersPreflight(exchange: Exchange, origins: readonly string[]): boolean {
  const crossOrigin = crossOriginHeaders(exchange.request, origins)
  for (const [name, value] of Object.entries(crossOrigin)) exchange.response.setHeader(name, value)
  if (!isPreflight(exchange.request) || !crossOrigin['Access-Control-Allow-Origin']) return false
  send(exchange, 204, PREFLIGHT_HEADERS)
  return true
}

/**
 * The path and query of a request that everybody in front has read as it is read here; else the connection is closed
 * after the answer.
 */
export function checkedUrl(request: IncomingMessage, response: ServerResponse): string {
  const url = pathAndQueryOf(request.url ?? '/')
  const isTooLong = hasTooManyHeaders(request)
  if (request.headers.upgrade !== undefined) response.setHeader('Connection', 'close') // Node drops what came with it
  if (url !== undefined && !isTooLong && isUnambiguous(request)) return url
  response.setHeader('Connection', 'close')
  stopParsing(request.socket) // nor may what follows be read as another request
  throw isTooLong ? httpErrors.HEADERS_TOO_LARGE() : httpErrors.BAD_REQUEST()
}
