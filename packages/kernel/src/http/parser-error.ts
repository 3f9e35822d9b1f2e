import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import type { PlinthError } from '../errors/plinth-error.js'
import { httpErrors } from './http-errors.js'
import { problemBody } from './problem.js'
import { SECURITY_HEADERS } from './security-headers.js'

/** Answers what Node's HTTP parser refused, in the shape of every other error, and closes the connection. */
export function answerParserError(error: Error & { code?: string }, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const id = randomUUID()
  const problem = problemOfParser(error.code)
  const body = JSON.stringify(problemBody(problem, id))
  const headers = {
    ...SECURITY_HEADERS,
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': String(Buffer.byteLength(body)),
    'X-Request-Id': id,
    Connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}\r\n${lines.join('')}\r\n${body}`)
}

function problemOfParser(code: string | undefined): PlinthError {
  if (code === 'HPE_HEADER_OVERFLOW') return httpErrors.HEADERS_TOO_LARGE()
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return httpErrors.REQUEST_TIMEOUT()
  return httpErrors.BAD_REQUEST()
}
