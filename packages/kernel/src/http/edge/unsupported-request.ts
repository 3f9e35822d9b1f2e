import type { IncomingMessage, ServerResponse } from 'node:http'
import type { PlinthError } from '../../errors/plinth-error.js'
import { httpErrors } from '../http-errors.js'

/**
 * Returns whether a request uses HTTP/2. Node's compatibility API for it has only the public methods of node:http, and
 * restify needs others too.
 */
export function isHttp2({ httpVersionMajor }: IncomingMessage): boolean {
  return httpVersionMajor > 1
}

/**
 * Returns whether a host, such as express-ws, has created this response for a request of the `upgrade` event. Node
 * never assigns a connection to such a response, so it is neither sent nor closed.
 */
export function isUpgradeResponse(
  request: IncomingMessage & { upgrade?: boolean | null },
  response: ServerResponse,
): boolean {
  return request.upgrade === true && response.socket === null
}

/** Returns the error for a request of a host application that the REST API cannot serve; `undefined` for any other. */
export function unsupportedRequestError(request: IncomingMessage, response: ServerResponse): PlinthError | undefined {
  if (isHttp2(request)) return httpErrors.HTTP_VERSION_NOT_SUPPORTED()
  return isUpgradeResponse(request, response) ? httpErrors.NOT_FOUND() : undefined
}
