import type { Answer, Contract } from '@plinth/testing'
import { type Callers, holdsKey, isToken, isUser } from './callers.js'
import { LAST_REQUEST } from './deliver.js'
import { type Delivery, LOGOUT } from './deliveries.js'
import { type Caller, type HostileRequest, SECRET_MARK } from './hostile-requests.js'
import type { ReceivedAnswers } from './http-text.js'
import type { SentRequest } from './sent-request.js'

/** What an answer must not hold: hashes, statements, files, stacks, and what somebody else has sent. */
const LEAKS = new RegExp(`\\$2[aby]\\$|${SECRET_MARK}|SQLITE_|syntax error|node_modules|\\n\\s+at `)

/**
 * The answers to what may be read in two ways, after which a connection is closed. The document lists them for few
 * operations.
 */
const CLOSING_CODES: ReadonlySet<string> = new Set(['BAD_REQUEST', 'HEADERS_TOO_LARGE'])
/** Those that are given before anybody looks at a key. */
const KEYLESS_CODES: ReadonlySet<string> = new Set([...CLOSING_CODES, 'NOT_FOUND', 'METHOD_NOT_ALLOWED'])
/** Those to a body that cannot be read. They are given before anybody looks at a key again. */
const UNREADABLE_CODES: ReadonlySet<string> = new Set(['NOT_JSON', 'MALFORMED_FORM', 'NO_FILE_PROVIDED'])
/** The document allows any error for what it does not know. */
const NO_OPERATION = ['GET', '/nothing-is-here'] as const

/** A request with its answer, `undefined` when none came. */
export interface AnsweredRequest {
  readonly sent: SentRequest
  readonly answer: Answer | undefined
}

/** The rules that all answers and the log of a service keep. */
export class Rules {
  readonly #contract: Contract
  readonly #callers: Callers
  /** The requests by id, and whether the log may name them. */
  readonly #sent = new Map<string, { request: HostileRequest; mayBeServed: boolean }>()
  readonly #served = new Set<string>()

  constructor({ contract, callers }: { contract: Contract; callers: Callers }) {
    this.#contract = contract
    this.#callers = callers
  }

  /** Returns the answer to each request. Throws an error that says which rule is broken. */
  check(delivery: Delivery, sent: readonly SentRequest[], { isInvited, answers }: ReceivedAnswers): AnsweredRequest[] {
    for (const answer of answers) this.#checkAny(answer)
    const answered = matched(delivery, sent, this.#withoutRefusedRest(delivery, sent, answers))
    for (const { sent, answer } of answered) {
      if (answer) this.#checkOf(sent, answer)
      const mayBeServed = answer !== undefined || delivery.how === 'cut off'
      this.#sent.set(sent.id, { request: sent.request, mayBeServed })
    }
    checkDelivery(delivery, answered, isInvited)
    return answered
  }

  /**
   * Takes new lines of the log: each request is served once at most, as its caller or nobody, and no secret is told.
   */
  checkLog(lines: readonly string[]): void {
    for (const line of lines) {
      if (LEAKS.test(line) || this.#callers.areTold(line)) throw new Error(`a secret is in the log: ${line}`)
      if (line.includes('"msg":"request"')) this.#checkAccess(line)
    }
  }

  #checkAccess(line: string): void {
    const { request_id: id, user, token_id: token } = JSON.parse(line)
    const sent = this.#sent.get(id)
    if (!sent) return
    if (this.#served.has(id)) throw new Error(`is served twice: ${line}`)
    if (!sent.mayBeServed) throw new Error(`is served behind the last answer of its connection: ${line}`)
    if (!mayAppearAs(sent.request.caller, { user, token })) throw new Error(`is served as somebody else: ${line}`)
    this.#served.add(id)
  }

  #checkAny(answer: Answer): void {
    const { status, headers, text, body } = answer
    if (status >= 500) throw new Error(`is answered with ${status}: ${text}`)
    if (this.#callers.areTold(text)) throw new Error(`is told a key: ${text.slice(0, 500)}`)
    if (CLOSING_CODES.has(body?.code) && !isLast(answer)) throw new Error(`leaves the connection open after ${text}`)
    const id = body?.request_id
    if (id !== undefined && id !== headers['x-request-id']) throw new Error(`is answered with two ids: ${text}`)
  }

  #checkOf({ request: { method, path, keys, caller } }: SentRequest, answer: Answer): void {
    const { status, text, body } = answer
    if (LEAKS.test(text) && !path.startsWith('/docs')) throw new Error(`has got a secret: ${text.slice(0, 500)}`)
    const mayPass = holdsKey(caller) || keys === 'ignored' || (keys === 'optional' && caller === 'nobody')
    if (status < 400 && !mayPass) throw new Error(`is let in without a good key: ${text.slice(0, 500)}`)
    this.#contract.check(...(CLOSING_CODES.has(body?.code) ? NO_OPERATION : ([method, path] as const)), answer)
  }

  /** Leaves out the answer to the end of a connection within a request: it has an id of its own. */
  #withoutRefusedRest(delivery: Delivery, sent: readonly SentRequest[], answers: readonly Answer[]): readonly Answer[] {
    const rest = answers.at(-1)
    if (delivery.how !== 'cut off' || !rest || sent.some(({ id }) => id === idOf(rest))) return answers
    if (rest.status !== 400 || !isLast(rest)) throw new Error(`is answered with ${rest.status} though it is cut off`)
    this.#contract.check(...NO_OPERATION, rest)
    return answers.slice(0, -1)
  }
}

const idOf = ({ headers }: Answer) => headers['x-request-id']

/** Whether an answer says that it is the last of its connection. */
const isLast = ({ headers }: Answer) => headers.connection === 'close'

/**
 * Whether newer Nodes may have refused the head of a request themselves, with an id of its own: they count its lines in
 * the parser.
 */
const isOfParser = (answer: Answer) => answer.status === 431 && isLast(answer)

/** Answers come in the order of the requests, none behind one that closes the connection, and otherwise all. */
function matched({ how }: Delivery, sent: readonly SentRequest[], answers: readonly Answer[]): AnsweredRequest[] {
  const ids = answers.map(idOf)
  const wanted = sent.map(({ id }) => id)
  const isOutOfOrder = (id: unknown, index: number) => id !== wanted[index] && !isOfParser(answers[index] as Answer)
  if (ids.some(isOutOfOrder)) throw new Error(`is answered out of order: ${ids} to ${wanted}`)
  const end = answers.findIndex(isLast) + 1
  if (end > 0 && end < ids.length) throw new Error(`is answered behind the last answer: ${ids.slice(end)}`)
  if (end === 0 && ids.length < wanted.length && how !== 'cut off')
    throw new Error(`is not answered: ${wanted.slice(ids.length)}`)
  return sent.map((request, index) => ({ sent: request, answer: answers[index] }))
}

function checkDelivery(delivery: Delivery, answered: readonly AnsweredRequest[], isInvited: boolean): void {
  const loggedOut = new Set<Caller>()
  for (const [index, { sent, answer }] of answered.entries()) {
    if (!answer) continue
    const { status, text, body } = answer
    const { caller, keys, operation } = sent.request
    if (loggedOut.has(caller) && keys !== 'ignored' && status !== 401 && !KEYLESS_CODES.has(body?.code))
      throw new Error(`is served before the logout in front of it: ${text}`)
    if (operation === LOGOUT && status === 200) loggedOut.add(caller)
    if (delivery.how === 'cut off' && status < 400) throw new Error(`is served though it is cut off: ${text}`)
    if (delivery.how === 'pipelined' && delivery.flaws[index] && !CLOSING_CODES.has(body?.code))
      throw new Error(`is served though its head may be read in two ways: ${text}`)
    if (delivery.how === 'parked' && delivery.endsKey) checkEndedKey(sent.request, answer, isInvited)
    if (sent.request === LAST_REQUEST && status !== 200) throw new Error(`spoils the request behind it: ${text}`)
  }
}

/** A key that was ended before the body came. Without an invitation the head may have been refused before that. */
function checkEndedKey({ caller, keys }: HostileRequest, { status, text, body }: Answer, isInvited: boolean): void {
  if (!holdsKey(caller) || keys === 'ignored') return
  const isRefused = isInvited
    ? status === 401 || UNREADABLE_CODES.has(body?.code)
    : status >= 400 && typeof body === 'object' && body.code !== 'INVALID_BODY'
  if (!isRefused) throw new Error(`is served after its key was ended: ${status} ${text}`)
}

/** Whether the log may name a user or a token for a caller's request. */
function mayAppearAs(caller: Caller, { user, token }: { user?: string; token?: string }): boolean {
  if (user !== undefined) return isUser(caller) && user.toLowerCase() === caller
  return token === undefined || isToken(caller)
}
