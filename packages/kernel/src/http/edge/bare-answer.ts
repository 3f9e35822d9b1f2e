import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import type { PlinthError } from '../../errors/plinth-error.js'
import { httpErrors } from '../http-errors.js'
import { SECURITY_HEADERS } from './security-headers.js'

/** Sends the error response of a request without an exchange. Uses only the methods of Node's response. */
export function answerBare(response: ServerResponse, { status, message, code, retryAfter }: PlinthError): void {
  if (response.headersSent) return void response.destroy()
  const id = randomUUID()
  const retry = retryAfter === undefined ? {} : { 'Retry-After': String(retryAfter) }
  const headers = { 'Content-Type': 'application/json; charset=utf-8', ...retry, 'X-Request-Id': id }
  response.writeHead(status, { ...SECURITY_HEADERS, ...headers })
  response.end(JSON.stringify({ message, code, request_id: id }))
}

/** Responds while the kernel is not yet started or already stopped. */
export function answerNotRunning(response: ServerResponse): void {
  answerBare(response, httpErrors.NOT_RUNNING({}, { retryAfter: 1 }))
}
