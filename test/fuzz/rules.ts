import type { Contract, TestResponse } from '@plinth/testing'
import { type Callers, holdsKey, isToken, isUser } from './callers.js'
import { LAST_REQUEST } from './deliver.js'
import { type Delivery, LOGOUT } from './deliveries.js'
import { type Caller, type HostileRequest, SECRET_MARK } from './hostile-requests.js'
import type { ReceivedResponses } from './http-text.js'
import type { SentRequest } from './sent-request.js'

/** Texts that no response may contain: password hashes, passwords, SQL errors, paths and stack traces. */
const LEAKS = new RegExp(`\\$2[aby]\\$|${SECRET_MARK}|SQLITE_|syntax error|node_modules|\\n\\s+at `)

/** Codes for ambiguous requests, after which the connection is closed. The document lists them for few operations. */
const CLOSING_CODES: ReadonlySet<string> = new Set(['BAD_REQUEST', 'HEADERS_TOO_LARGE'])
/** Codes of errors that occur before a key is checked. */
const KEYLESS_CODES: ReadonlySet<string> = new Set([...CLOSING_CODES, 'NOT_FOUND', 'METHOD_NOT_ALLOWED'])
/** Codes for an unreadable body, which occur before the key is checked again. */
const UNREADABLE_CODES: ReadonlySet<string> = new Set(['NOT_JSON', 'MALFORMED_FORM', 'NO_FILE_PROVIDED'])
/** An unknown operation, for which the document allows any error. */
const NO_OPERATION = ['GET', '/nothing-is-here'] as const

/** A request with its response, or `undefined` if none came. */
export interface SentAndReceived {
  readonly sent: SentRequest
  readonly response: TestResponse | undefined
}

/** The rules for all responses, and for the log of a service. */
export class Rules {
  readonly #contract: Contract
  readonly #callers: Callers
  /** The requests by id, and whether the log may say that each was served. */
  readonly #sent = new Map<string, { request: HostileRequest; mayBeServed: boolean }>()
  readonly #served = new Set<string>()

  constructor({ contract, callers }: { contract: Contract; callers: Callers }) {
    this.#contract = contract
    this.#callers = callers
  }

  /** Returns the response to each request. Throws an error that says which rule is broken. */
  check(
    delivery: Delivery,
    sent: readonly SentRequest[],
    { hasContinue, responses }: ReceivedResponses,
  ): SentAndReceived[] {
    for (const response of responses) this.#checkResponse(response)
    const exchanges = matchResponses(delivery, sent, this.#withoutResponseToCutOff(delivery, sent, responses))
    for (const { sent: each, response } of exchanges) {
      if (response) this.#checkResponseTo(each, response)
      const mayBeServed = response !== undefined || delivery.how === 'cut off'
      this.#sent.set(each.id, { request: each.request, mayBeServed })
    }
    checkDelivery(delivery, exchanges, hasContinue)
    return exchanges
  }

  /** Checks new log lines: each request is served at most once, as its caller or anonymous, and no secret is logged. */
  checkLog(lines: readonly string[]): void {
    for (const line of lines) {
      if (LEAKS.test(line) || this.#callers.areLeakedIn(line)) throw new Error(`a secret is in the log: ${line}`)
      if (line.includes('"msg":"request"')) this.#checkAccess(line)
    }
  }

  #checkAccess(line: string): void {
    const { request_id: id, user, token_id: token } = JSON.parse(line)
    const sent = this.#sent.get(id)
    if (!sent) return
    if (this.#served.has(id)) throw new Error(`is served twice: ${line}`)
    if (!sent.mayBeServed) throw new Error(`is served after the last response of its connection: ${line}`)
    if (!mayAppearAs(sent.request.caller, { user, token })) throw new Error(`is served as another caller: ${line}`)
    this.#served.add(id)
  }

  #checkResponse(response: TestResponse): void {
    const { status, headers, text, body } = response
    if (status >= 500) throw new Error(`gets ${status}: ${text}`)
    if (this.#callers.areLeakedIn(text)) throw new Error(`gets a key in the response: ${text.slice(0, 500)}`)
    if (CLOSING_CODES.has(body?.code) && !isLast(response)) throw new Error(`leaves the connection open after ${text}`)
    const id = body?.request_id
    if (id !== undefined && id !== headers['x-request-id']) throw new Error(`gets a response with two ids: ${text}`)
  }

  #checkResponseTo({ request: { method, path, keys, caller } }: SentRequest, response: TestResponse): void {
    const { status, text, body } = response
    if (LEAKS.test(text) && !path.startsWith('/docs'))
      throw new Error(`gets a secret in the response: ${text.slice(0, 500)}`)
    const mayPass = holdsKey(caller) || keys === 'ignored' || (keys === 'optional' && caller === 'anonymous')
    if (status < 400 && !mayPass) throw new Error(`is accepted without a valid key: ${text.slice(0, 500)}`)
    this.#contract.check(...(CLOSING_CODES.has(body?.code) ? NO_OPERATION : ([method, path] as const)), response)
  }

  /** Removes the 400 to a request that was cut off. The service generates the id of that response. */
  #withoutResponseToCutOff(
    delivery: Delivery,
    sent: readonly SentRequest[],
    responses: readonly TestResponse[],
  ): readonly TestResponse[] {
    const last = responses.at(-1)
    if (delivery.how !== 'cut off' || !last || sent.some(({ id }) => id === idOf(last))) return responses
    if (last.status !== 400 || !isLast(last)) throw new Error(`gets ${last.status} although it is cut off`)
    this.#contract.check(...NO_OPERATION, last)
    return responses.slice(0, -1)
  }
}

const idOf = ({ headers }: TestResponse) => headers['x-request-id']

/** Whether a response announces that it is the last of its connection. */
const isLast = ({ headers }: TestResponse) => headers.connection === 'close'

/** Whether Node's parser may have sent this response, with an id of its own: newer versions limit header lines. */
const isOfParser = (response: TestResponse) => response.status === 431 && isLast(response)

/** Assigns responses to requests: all must have one, in the same order, up to one that closes the connection. */
function matchResponses(
  { how }: Delivery,
  sent: readonly SentRequest[],
  responses: readonly TestResponse[],
): SentAndReceived[] {
  const ids = responses.map(idOf)
  const wanted = sent.map(({ id }) => id)
  const isOutOfOrder = (id: unknown, index: number) =>
    id !== wanted[index] && !isOfParser(responses[index] as TestResponse)
  if (ids.some(isOutOfOrder)) throw new Error(`gets responses out of order: ${ids} instead of ${wanted}`)
  const end = responses.findIndex(isLast) + 1
  if (end > 0 && end < ids.length) throw new Error(`gets a response after the last one: ${ids.slice(end)}`)
  if (end === 0 && ids.length < wanted.length && how !== 'cut off')
    throw new Error(`gets no response: ${wanted.slice(ids.length)}`)
  return sent.map((request, index) => ({ sent: request, response: responses[index] }))
}

function checkDelivery(delivery: Delivery, exchanges: readonly SentAndReceived[], hasContinue: boolean): void {
  const loggedOut = new Set<Caller>()
  for (const [index, { sent, response }] of exchanges.entries()) {
    if (!response) continue
    const { status, text, body } = response
    const { caller, keys, operation } = sent.request
    if (loggedOut.has(caller) && keys !== 'ignored' && status !== 401 && !KEYLESS_CODES.has(body?.code))
      throw new Error(`is served despite the logout before it: ${text}`)
    if (operation === LOGOUT && status === 200) loggedOut.add(caller)
    if (delivery.how === 'cut off' && status < 400) throw new Error(`is served although it is cut off: ${text}`)
    if (delivery.how === 'pipelined' && delivery.flaws[index] && !CLOSING_CODES.has(body?.code))
      throw new Error(`is served although its head is ambiguous: ${text}`)
    if (delivery.how === 'parked' && delivery.endsKey) checkEndedKey(sent.request, response, hasContinue)
    if (sent.request === LAST_REQUEST && status !== 200) throw new Error(`breaks the request after it: ${text}`)
  }
}

/** Checks a request whose key ended before its body was sent. Without 100 Continue, its head may be refused earlier. */
function checkEndedKey(
  { caller, keys }: HostileRequest,
  { status, text, body }: TestResponse,
  hasContinue: boolean,
): void {
  if (!holdsKey(caller) || keys === 'ignored') return
  const isRefused = hasContinue
    ? status === 401 || UNREADABLE_CODES.has(body?.code)
    : status >= 400 && typeof body === 'object' && body.code !== 'INVALID_BODY'
  if (!isRefused) throw new Error(`is served after its key was ended: ${status} ${text}`)
}

/** Whether the log may name a user or a token for a caller's request. */
function mayAppearAs(caller: Caller, { user, token }: { user?: string; token?: string }): boolean {
  if (user !== undefined) return isUser(caller) && user.toLowerCase() === caller
  return token === undefined || isToken(caller)
}
