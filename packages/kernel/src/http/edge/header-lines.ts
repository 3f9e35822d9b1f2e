import type { Server as HttpServer, IncomingMessage } from 'node:http'

/** Lines that the head of a request may have. */
export const MAX_HEADER_LINES = 100

/**
 * Whether a request has more header lines than are taken, or as many as its server keeps: Node drops those beyond
 * without a word, and with them the second `Host`, the coding or the `X-Forwarded-For` that nobody then sees.
 */
export function hasTooManyHeaders(request: IncomingMessage): boolean {
  const lines = request.rawHeaders.length / 2
  return lines > MAX_HEADER_LINES || lines >= keptLinesOf(request)
}

/** How many lines the server of a request keeps at most. Of a host it may be fewer than are taken here. */
function keptLinesOf({ socket }: IncomingMessage): number {
  const kept = (socket as { server?: Partial<HttpServer> } | undefined)?.server?.maxHeadersCount
  return typeof kept === 'number' && kept > 0 ? kept : Number.POSITIVE_INFINITY
}
