import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import type { PlinthError } from '../../errors/plinth-error.js'
import { httpErrors } from '../http-errors.js'
import { SECURITY_HEADERS } from './security-headers.js'

/** Sends the error response of a request that has no `Exchange`. Uses only methods of Node's own response. */
export function respondWithoutExchange(
  response: ServerResponse,
  { status, message, code, retryAfter }: PlinthError,
): void {
  if (response.headersSent) return void response.destroy()
  const id = randomUUID()
  const retry = retryAfter === undefined ? {} : { 'Retry-After': String(retryAfter) }
  const headers = { 'Content-Type': 'application/json; charset=utf-8', ...retry, 'X-Request-Id': id }
  response.writeHead(status, { ...SECURITY_HEADERS, ...headers })
  response.end(JSON.stringify({ message, code, request_id: id }))
}

/** Sends the response of a kernel that is not yet started or already stopped. */
export function respondNotRunning(response: ServerResponse): void {
  respondWithoutExchange(response, httpErrors.NOT_RUNNING({}, { retryAfter: 1 }))
}
