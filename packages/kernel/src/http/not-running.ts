import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { httpErrors } from './http-errors.js'

/** The answer before a kernel is started and after it is stopped. Needs nothing but Node. */
export function answerNotRunning(_: IncomingMessage, response: ServerResponse): void {
  const { status, message, code } = httpErrors.NOT_RUNNING()
  const id = randomUUID()
  response.writeHead(status, {
    'Content-Type': 'application/json; charset=utf-8',
    'Retry-After': '1',
    'X-Request-Id': id,
  })
  response.end(JSON.stringify({ message, code, request_id: id }))
}
