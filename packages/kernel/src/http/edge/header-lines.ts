import type { Server as HttpServer, IncomingMessage } from 'node:http'

/** Max number of header lines of a request. */
export const MAX_HEADER_LINES = 100

/**
 * Whether a request has more header lines than allowed, or as many as its server keeps. Node silently drops the lines
 * beyond that, which may hold a second `Host`, a `Transfer-Encoding` or an `X-Forwarded-For`.
 */
export function hasTooManyHeaders(request: IncomingMessage): boolean {
  const lines = request.rawHeaders.length / 2
  return lines > MAX_HEADER_LINES || lines >= keptLinesOf(request)
}

/**
 * Returns the max number of lines that the server of a request keeps. A server of the host may keep fewer than are
 * allowed here.
 */
function keptLinesOf({ socket }: IncomingMessage): number {
  const max = (socket as { server?: Partial<HttpServer> } | undefined)?.server?.maxHeadersCount
  return typeof max === 'number' && max > 0 ? max : Number.POSITIVE_INFINITY
}
