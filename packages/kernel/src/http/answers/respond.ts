import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ErrorKind } from '../../errors/define-errors.js'
import { CHALLENGE, PlinthError } from '../../errors/plinth-error.js'
import { withoutSecrets } from '../../errors/without-secrets.js'
import { DatabaseAway } from '../../storage/database-away.js'
import { meansAway } from '../../storage/transactions/lost-connection.js'
import { SECURITY_HEADERS } from '../edge/security-headers.js'
import type { Exchange } from '../exchange.js'
import { EncodedBytes } from './encoded-bytes.js'
import { problemBody, problemOf } from './problem.js'
import { Reply } from './responses.js'
import { RouteFault } from './route-fault.js'

type Headers = Readonly<Record<string, string>>

const JSON_TYPE = { 'Content-Type': 'application/json; charset=utf-8' }
const ALWAYS = Object.entries(SECURITY_HEADERS)
/** The headers of nearly every answer, names and values in turn. */
const COMMON = [...ALWAYS, ...Object.entries(JSON_TYPE)].flat()
/** Of answers that turn somebody away. */
const DENIALS: ReadonlySet<number> = new Set([401, 403, 429])
/** How long in ms a client may go on sending a body that nobody reads, before its connection is cut. */
const LINGER = 1_000

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
 * Answers an error. Only this function turns errors into answers. Unexpected ones are logged without their message.
 * Never throws: nobody would catch that, and it would end a host's process.
 */
export function respondWithError(
  exchange: Exchange,
  error: unknown,
  databaseAway: ErrorKind | Reply | false = false,
): void {
  try {
    answerError(exchange, error, databaseAway)
  } catch (failure) {
    answerFailure(exchange, failure)
  }
}

/** An error with a status that is none, for example, cannot be answered as it is. */
function answerFailure(exchange: Exchange, failure: unknown): void {
  try {
    answerError(exchange, failure, false)
  } catch {
    exchange.response.destroy()
  }
}

function answerError(exchange: Exchange, error: unknown, databaseAway: ErrorKind | Reply | false): void {
  const problem = problemOf(error, typeof databaseAway === 'function' ? databaseAway : undefined)
  if (DENIALS.has(problem.status)) exchange.denial = { address: exchange.address, code: problem.code }
  if (exchange.isGone) return
  noteFailure(exchange, problem, error)
  if (exchange.response.headersSent) return void exchange.response.destroy()
  if (databaseAway instanceof Reply && error instanceof DatabaseAway) return void sendReady(exchange, databaseAway)
  const body = JSON.stringify(problemBody(problem, exchange.id))
  send(exchange, problem.status, problem.headers, body)
}

function noteFailure(exchange: Exchange, problem: PlinthError, error: unknown): void {
  if (problem.status >= 500 || error instanceof DatabaseAway) logFailure(exchange, problem, error)
  if (!(error instanceof PlinthError) && problem.status === 500) exchange.report(error)
}

/** A full queue or a database that is away is not a fault: the answer tells the client to retry. */
function logFailure({ log }: Exchange, { code, retryAfter }: PlinthError, error: unknown): void {
  if (retryAfter !== undefined || error instanceof DatabaseAway)
    log.warn({ code, ...causeOf(error) }, 'request put off')
  else if (error instanceof RouteFault) log.error({ code, fault: error.message }, 'request failed')
  else log.error({ code, err: withoutSecrets(error) }, 'request failed')
}

const causeOf = (error: unknown) => (error instanceof PlinthError ? {} : { err: withoutSecrets(error) })

/** Sends an answer with the headers of every answer. A body is JSON unless the headers say otherwise. */
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
  cutOffUnreadBody(exchange)
  if (body === undefined) response.end()
  else exchange.unreadAnswers.end(response, body)
}

async function stream(exchange: Exchange, reply: Reply, body: Readable): Promise<void> {
  setHead(exchange, reply.status, reply.headers)
  if (exchange.request.method === 'HEAD') {
    body.destroy() // nobody reads it
    return void exchange.response.end()
  }
  // A source that fails destroys the response too, which then looks as if the client had disconnected.
  const broken: unknown[] = []
  body.once('error', (error) => {
    if (!exchange.isGone) broken.push(error)
  })
  try {
    if (body.readableObjectMode) await pipeline(body, textOrBytes, exchange.response)
    else await pipeline(body, exchange.response)
  } catch (error) {
    const isFault = error instanceof RouteFault
    if (broken.length === 0 && !isFault) throw error
    noteBreak(exchange, isFault ? error : broken[0])
    exchange.response.destroy()
  }
}

/** A response throws for anything else where nobody catches it. */
async function* textOrBytes(chunks: AsyncIterable<unknown>): AsyncGenerator<string | Uint8Array> {
  for await (const chunk of chunks) {
    if (typeof chunk !== 'string' && !(chunk instanceof Uint8Array))
      throw new RouteFault('The stream of a Reply gave something that is neither text nor bytes.')
    yield chunk
  }
}

/** A stream breaks with the error of the driver. */
function noteBreak(exchange: Exchange, error: unknown): void {
  if (meansAway(error)) {
    const { code } = problemOf(new DatabaseAway(error))
    exchange.log.warn({ code, err: withoutSecrets(error) }, 'answer cut off')
  } else noteFailure(exchange, problemOf(error), error)
}

function setHead({ response, id }: Exchange, status: number, headers: Headers): void {
  for (const [name, value] of ALWAYS) response.setHeader(name, value)
  const { Vary: vary, ...others } = headers
  if (vary !== undefined) response.setHeader('Vary', [response.getHeader('Vary') ?? [], vary].flat().join(', '))
  for (const [name, value] of Object.entries(others)) response.setHeader(name, value)
  response.setHeader('X-Request-Id', id)
  response.statusCode = status
}

/**
 * Names and values in turn, as Node takes them all at once: to set one after the other takes three times as long. Only
 * for answers that nobody else sees: what a host puts around theirs may know headers only one by one.
 */
function commonHead({ id }: Exchange, body: string | Buffer): string[] {
  return [...COMMON, 'Content-Length', String(Buffer.byteLength(body)), 'X-Request-Id', id]
}

/** Closing at once would let a client that is still sending see a reset instead of the answer. */
function cutOffUnreadBody({ request, response }: Exchange): void {
  if (request.complete) return
  const { socket } = response // gone from both once the answer has ended
  response.once('finish', () => {
    setTimeout(() => {
      if (!request.complete) socket?.destroy()
    }, LINGER).unref()
  })
}
