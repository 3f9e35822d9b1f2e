import type { Socket } from 'node:net'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ErrorKind } from '../../errors/define-errors.js'
import { CHALLENGE, PlinthError } from '../../errors/plinth-error.js'
import { withoutSecrets } from '../../errors/without-secrets.js'
import { DatabaseUnavailable } from '../../storage/database-unavailable.js'
import { meansUnavailable } from '../../storage/transactions/driver-errors.js'
import { endConnection, LINGER_MS, stopParsing } from '../edge/close-connection.js'
import { endIfUnread } from '../edge/reader-timeout.js'
import { SECURITY_HEADERS } from '../edge/security-headers.js'
import type { Exchange } from '../exchange.js'
import { EncodedBytes } from './encoded-bytes.js'
import { problemBody, problemOf } from './problem.js'
import { Reply } from './responses.js'
import { RouteFault } from './route-fault.js'

type Headers = Readonly<Record<string, string>>

const JSON_TYPE = { 'Content-Type': 'application/json; charset=utf-8' }
/** The type of server-sent events, which have no end of their own. */
const EVENT_STREAM = 'text/event-stream'
const SECURITY_ENTRIES = Object.entries(SECURITY_HEADERS)
/** Headers of nearly every response, as alternating names and values. */
const COMMON_HEADERS = [...SECURITY_ENTRIES, ...Object.entries(JSON_TYPE)].flat()
/** Statuses that count as a denial. */
const DENIAL_STATUSES: ReadonlySet<number> = new Set([401, 403, 429])

/** Sends a reply. */
export async function respond(exchange: Exchange, reply: Reply): Promise<void> {
  if (reply.body instanceof Readable) return stream(exchange, reply, reply.body)
  if (reply.body instanceof EncodedBytes) sendEncoded(exchange, reply, reply.body)
  else sendReady(exchange, reply)
}

function sendReady(exchange: Exchange, reply: Reply): void {
  const isReady = typeof reply.body === 'string' || Buffer.isBuffer(reply.body)
  const body = isReady && reply.headers['Content-Type'] ? (reply.body as string | Buffer) : JSON.stringify(reply.body)
  send(exchange, reply.status, reply.headers, body)
}

function sendEncoded(exchange: Exchange, { status, headers }: Reply, body: EncodedBytes): void {
  const accepted = body.acceptedBy(String(exchange.request.headers['accept-encoding'] ?? ''))
  send(exchange, status, { ...headers, ...accepted.headers }, accepted.bytes)
}

/**
 * Sends an error response. Only this function converts errors to responses. Unexpected errors are logged without their
 * message. Never throws: nothing would catch the error, and it would end a host's process.
 */
export function respondWithError(
  exchange: Exchange,
  error: unknown,
  databaseUnavailable: ErrorKind | Reply | false = false,
): void {
  try {
    sendError(exchange, error, databaseUnavailable)
  } catch (failure) {
    sendFallback(exchange, failure)
  }
}

/** Responds with a 500 if an error could not be sent, for example because its status is invalid. */
function sendFallback(exchange: Exchange, failure: unknown): void {
  try {
    sendError(exchange, failure, false)
  } catch {
    exchange.response.destroy()
  }
}

function sendError(exchange: Exchange, error: unknown, databaseUnavailable: ErrorKind | Reply | false): void {
  const problem = problemOf(error, typeof databaseUnavailable === 'function' ? databaseUnavailable : undefined)
  if (DENIAL_STATUSES.has(problem.status)) exchange.denial = { address: exchange.address, code: problem.code }
  if (exchange.isAborted) return
  recordFailure(exchange, problem, error)
  if (exchange.response.headersSent) return void exchange.response.destroy()
  if (databaseUnavailable instanceof Reply && error instanceof DatabaseUnavailable)
    return void sendReady(exchange, databaseUnavailable)
  const body = JSON.stringify(problemBody(problem, exchange.id))
  send(exchange, problem.status, problem.headers, body)
}

function recordFailure(exchange: Exchange, problem: PlinthError, error: unknown): void {
  if (problem.status >= 500 || error instanceof DatabaseUnavailable) logFailure(exchange, problem, error)
  if (!(error instanceof PlinthError) && problem.status === 500) exchange.report(error)
}

/**
 * Logs a failure. A full queue or an unavailable database is only a warning: the response tells the client to retry.
 */
function logFailure({ log }: Exchange, { code, retryAfter }: PlinthError, error: unknown): void {
  if (retryAfter !== undefined || error instanceof DatabaseUnavailable)
    log.warn({ code, ...causeOf(error) }, 'request rejected')
  else if (error instanceof RouteFault) log.error({ code, fault: error.message }, 'request failed')
  else log.error({ code, err: withoutSecrets(error) }, 'request failed')
}

const causeOf = (error: unknown) => (error instanceof PlinthError ? {} : { err: withoutSecrets(error) })

/** Sends a response with the common headers. The body is JSON unless the headers say otherwise. */
export function send(exchange: Exchange, status: number, ownHeaders: Headers, body?: string | Buffer): void {
  const headers = status === 401 ? { ...CHALLENGE, ...ownHeaders } : ownHeaders
  const { response, isOnOwnPort } = exchange
  if (response.headersSent || response.destroyed) return
  if (isOnOwnPort && body !== undefined && Object.keys(headers).length === 0) {
    response.writeHead(status, commonHead(exchange, body))
  } else {
    setHead(exchange, status, { ...(body !== undefined && JSON_TYPE), ...headers })
    if (body !== undefined) response.setHeader('Content-Length', Buffer.byteLength(body))
  }
  closeUnlessBodyArrives(exchange)
  if (body === undefined) response.end()
  else exchange.unreadResponses.end(response, body)
}

async function stream(exchange: Exchange, reply: Reply, body: Readable): Promise<void> {
  setHead(exchange, reply.status, reply.headers)
  if (exchange.request.method === 'HEAD') {
    body.destroy() // HEAD has no body
    return void exchange.response.end()
  }
  if (reply.headers['Content-Type'] === EVENT_STREAM) exchange.beginOpenEnded()
  const stopWatching = endIfUnread(exchange.response)
  // A source that fails destroys the response too, which then looks as if the client had disconnected.
  const sourceErrors: unknown[] = []
  body.once('error', (error) => {
    if (!exchange.isAborted) sourceErrors.push(error)
  })
  try {
    if (body.readableObjectMode) await pipeline(body, textOrBytes, exchange.response)
    else await pipeline(body, exchange.response)
  } catch (error) {
    const isFault = error instanceof RouteFault
    if (sourceErrors.length === 0 && !isFault) throw error
    recordStreamFailure(exchange, isFault ? error : sourceErrors[0])
    exchange.response.destroy()
  } finally {
    stopWatching()
  }
}

/** Rejects chunks of other types here, because writing them to a response throws where nothing catches the error. */
async function* textOrBytes(chunks: AsyncIterable<unknown>): AsyncGenerator<string | Uint8Array> {
  for await (const chunk of chunks) {
    if (typeof chunk !== 'string' && !(chunk instanceof Uint8Array))
      throw new RouteFault('The stream of a Reply produced a chunk that is neither a string nor bytes.')
    yield chunk
  }
}

/** Logs the error of a source stream. It comes directly from the driver, so it is never a `DatabaseUnavailable`. */
function recordStreamFailure(exchange: Exchange, error: unknown): void {
  if (meansUnavailable(error)) {
    const { code } = problemOf(new DatabaseUnavailable(error))
    exchange.log.warn({ code, err: withoutSecrets(error) }, 'response aborted')
  } else recordFailure(exchange, problemOf(error), error)
}

function setHead({ response, id }: Exchange, status: number, headers: Headers): void {
  for (const [name, value] of SECURITY_ENTRIES) response.setHeader(name, value)
  const { Vary: vary, 'Set-Cookie': cookie, ...others } = headers
  if (vary !== undefined) response.setHeader('Vary', [response.getHeader('Vary') ?? [], vary].flat().join(', '))
  if (cookie !== undefined) response.appendHeader('Set-Cookie', cookie) // a host may have set cookies of its own
  for (const [name, value] of Object.entries(others)) response.setHeader(name, value)
  response.setHeader('X-Request-Id', id)
  response.statusCode = status
}

/**
 * Returns the head as alternating names and values. Node takes such a list in one call, three times as fast as setting
 * headers one by one. Used only on the kernel's own port: middleware of a host may see headers only when they are set
 * one by one.
 */
function commonHead({ id }: Exchange, body: string | Buffer): string[] {
  return [...COMMON_HEADERS, 'Content-Length', String(Buffer.byteLength(body)), 'X-Request-Id', id]
}

/**
 * Closes the connection if the body is not read to its end, but only after a while: closing it immediately would reset
 * the connection of a client that is still sending, before it reads the response.
 */
function closeUnlessBodyArrives({ request, response }: Exchange): void {
  if (request.complete) return
  const { socket } = response // `response.socket` is null once the response has ended
  response.once('finish', () => {
    setTimeout(() => {
      if (!request.complete) socket?.destroy()
    }, LINGER_MS).unref()
  })
  if (socket && request.httpVersionMajor === 1) lingerBeforeClose(socket)
}

/** Delays the close of a connection after a response with `Connection: close`, for which Node calls `destroySoon`. */
function lingerBeforeClose(socket: Socket): void {
  socket.destroySoon = () => {
    stopParsing(socket) // the data that follows the body must not be parsed as another request
    endConnection(socket)
  }
}
