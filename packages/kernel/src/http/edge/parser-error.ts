import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import type { PlinthError } from '../../errors/plinth-error.js'
import { httpErrors } from '../http-errors.js'
import { problemBody } from '../responses/problem.js'
import { endConnection } from './close-connection.js'
import { SECURITY_HEADERS } from './security-headers.js'

/** Error of Node's HTTP parser, or of a connection before a request was read. */
export type ParserError = Error & { readonly code?: string }

/**
 * Responds to an error of Node's HTTP parser in the format of all other errors, and closes the connection. `isInBody`
 * means that the error is in the body of a request whose head was accepted.
 */
export function respondToParserError(error: ParserError, socket: Duplex, { isInBody = false } = {}): void {
  if (error.code === 'ECONNRESET') return void socket.destroy()
  respondOnSocket(problemOfParser(error.code, isInBody), socket)
}

/** Responds with an error to a request that has no response yet, and closes the connection. */
export function respondOnSocket(problem: PlinthError, socket: Duplex): void {
  if (!socket.writable) return void socket.destroy()
  const id = randomUUID()
  const body = JSON.stringify(problemBody(problem, id))
  const headers = {
    ...SECURITY_HEADERS,
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': String(Buffer.byteLength(body)),
    'X-Request-Id': id,
    Connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  endConnection(socket, `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}\r\n${lines.join('')}\r\n${body}`)
}

function problemOfParser(code: string | undefined, isInBody: boolean): PlinthError {
  if (code === 'HPE_HEADER_OVERFLOW') return httpErrors.HEADERS_TOO_LARGE()
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return httpErrors.REQUEST_TIMEOUT()
  if (code === 'HPE_INVALID_EOF_STATE' && isInBody) return httpErrors.BODY_INCOMPLETE()
  return httpErrors.BAD_REQUEST()
}
