import type { IncomingMessage, ServerResponse } from 'node:http'
import type { PlinthError } from '../../errors/plinth-error.js'
import { httpErrors } from '../http-errors.js'

/** Whether a request is of HTTP/2: it and its response have the methods of node:http, and nothing else of it. */
export function isHttp2({ httpVersionMajor }: IncomingMessage): boolean {
  return httpVersionMajor > 1
}

/**
 * Whether a response was made by hand for a request of the event `upgrade`, as express-ws does. Node never gives it the
 * connection, so that it is neither sent nor closed.
 */
export function isOfUpgrade(
  request: IncomingMessage & { upgrade?: boolean | null },
  response: ServerResponse,
): boolean {
  return request.upgrade === true && response.socket === null
}

/** Why the interface cannot answer a request that a host hands over. */
export function obstacleTo(request: IncomingMessage, response: ServerResponse): PlinthError | undefined {
  if (isHttp2(request)) return httpErrors.HTTP_VERSION_NOT_SUPPORTED()
  return isOfUpgrade(request, response) ? httpErrors.NOT_FOUND() : undefined
}
