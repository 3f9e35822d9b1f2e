import type { Server as HttpServer, IncomingMessage } from 'node:http'

/** Max number of header lines of a request. */
export const MAX_HEADER_LINES = 100

/**
 * Returns whether a request has more header lines than allowed, or as many as its server retains. Node silently drops
 * further lines, which may hold a second `Host`, a `Transfer-Encoding` or an `X-Forwarded-For`.
 */
export function hasTooManyHeaders(request: IncomingMessage): boolean {
  const lines = request.rawHeaders.length / 2
  return lines > MAX_HEADER_LINES || lines >= maxLinesOf(request)
}

/**
 * Returns the max number of lines that the server of a request retains. A host's server may retain fewer than allowed.
 */
function maxLinesOf({ socket }: IncomingMessage): number {
  const max = (socket as { server?: Partial<HttpServer> } | undefined)?.server?.maxHeadersCount
  return typeof max === 'number' && max > 0 ? max : Number.POSITIVE_INFINITY
}
