import { randomUUID } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { httpErrors } from '../http-errors.js'
import { SECURITY_HEADERS } from './security-headers.js'

/** The answer before a kernel is started and after it is stopped. Needs nothing but Node. */
export function answerNotRunning(response: ServerResponse): void {
  if (response.headersSent) return void response.destroy()
  const { status, message, code } = httpErrors.NOT_RUNNING()
  const id = randomUUID()
  const headers = { 'Content-Type': 'application/json; charset=utf-8', 'Retry-After': '1', 'X-Request-Id': id }
  response.writeHead(status, { ...SECURITY_HEADERS, ...headers })
  response.end(JSON.stringify({ message, code, request_id: id }))
}
