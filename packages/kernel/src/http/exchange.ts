import type { IncomingMessage, ServerResponse } from 'node:http'
import { performance } from 'node:perf_hooks'
import type { Denial } from '../contracts/denial-observer.js'
import type { FinishedRequest } from '../contracts/request-observer.js'
import { withoutSecrets } from '../errors/without-secrets.js'
import type { Logger } from '../logging/logger.js'
import { ANONYMOUS, type Principal } from '../security/principal.js'
import type { UnreadAnswers } from './answers/unread-answers.js'
import type { ArrivingBodies } from './body/arriving-bodies.js'

/** The status of an exchange whose client has gone before the answer was complete, as proxies write it. */
const GONE = 499

/** The request in which something unexpected went wrong. */
export interface FaultyRequest {
  /** Sent as `X-Request-Id`. */
  readonly requestId: string
  readonly method: string
  /** The path of its route, such as `/users/:username`; undefined when it met none. */
  readonly route: string | undefined
}

/** Is told of an unexpected error, whole. */
export type ReportFault = (error: unknown, request: FaultyRequest) => void

export interface ExchangeFacts {
  readonly id: string
  readonly logger: Logger
  readonly address: string
  readonly reportFault: ReportFault | undefined
  /** Whether it came in on the kernel's own port, and not through a server of the host. */
  readonly isOnOwnPort: boolean
  /** Reads its body. */
  readonly arrivingBodies: ArrivingBodies
  /** Takes the body of its answer. */
  readonly unreadAnswers: UnreadAnswers
}

const EXCHANGE = Symbol('the exchange of a request')

/** A request that belongs to an exchange. */
interface Exchanged extends IncomingMessage {
  [EXCHANGE]?: Exchange
}

/** One request with its answer, as it goes through the server. */
export class Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  /** Sent as `X-Request-Id` and in every log line of the request. */
  readonly id: string
  /** That of all requests. */
  readonly logger: Logger
  readonly address: string
  readonly isOnOwnPort: boolean
  readonly arrivingBodies: ArrivingBodies
  readonly unreadAnswers: UnreadAnswers
  readonly startedAt = performance.now()
  readonly #reportFault: ReportFault | undefined
  /** The path of the route, for the access line; never the URL, in which somebody may have put a key. */
  routePath: string | undefined
  principal: Principal = ANONYMOUS
  /** Set when it was turned away. */
  denial: Denial | undefined
  // Most requests need neither, and both are dear.
  #log: Logger | undefined
  #abort: AbortController | undefined
  #isGone = false
  /** Where it is among those that are under way. */
  place = -1

  constructor(request: IncomingMessage, response: ServerResponse, facts: ExchangeFacts) {
    this.request = request
    this.response = response
    this.id = facts.id
    this.logger = facts.logger
    this.address = facts.address
    this.isOnOwnPort = facts.isOnOwnPort
    this.arrivingBodies = facts.arrivingBodies
    this.unreadAnswers = facts.unreadAnswers
    this.#reportFault = facts.reportFault
    ;(request as Exchanged)[EXCHANGE] = this
  }

  /** The one that a request belongs to. */
  static of(request: IncomingMessage): Exchange | undefined {
    return (request as Exchanged)[EXCHANGE]
  }

  /** The connection is done with this exchange, whether or not the answer got through. */
  end(): void {
    if (this.response.writableFinished) return
    this.#isGone = true
    this.#abort?.abort()
  }

  /** Whether the client has gone before the answer was complete. */
  get isGone(): boolean {
    return this.#isGone
  }

  /** Aborts when the client is gone before the answer is complete. */
  get signal(): AbortSignal {
    if (!this.#abort) {
      this.#abort = new AbortController()
      if (this.#isGone) this.#abort.abort()
    }
    return this.#abort.signal
  }

  /** Writes lines that name the request. */
  get log(): Logger {
    this.#log ??= this.logger.child({ request_id: this.id })
    return this.#log
  }

  /**
   * Asks a client that waits for leave (`Expect: 100-continue`) to send its body. One of HTTP/1.0 would take that for
   * the answer.
   */
  inviteBody(): void {
    const { complete, headers, httpVersionMinor } = this.request
    if (!complete && httpVersionMinor > 0 && /^100-continue$/i.test(headers.expect ?? '')) this.response.writeContinue()
  }

  /** Hands an unexpected error to whom the host has named for it; what that throws must not cost the answer. */
  report(error: unknown): void {
    try {
      this.#reportFault?.(error, { requestId: this.id, method: this.request.method ?? '', route: this.routePath })
    } catch (failure) {
      this.log.error({ err: withoutSecrets(failure) }, 'reportFault failed')
    }
  }

  /** How it went, once it is over. */
  get finished(): FinishedRequest {
    const { request, response, routePath: route, elapsed } = this
    return {
      method: request.method ?? '',
      route,
      status: response.writableFinished ? response.statusCode : GONE,
      elapsed,
    }
  }

  /** Milliseconds since the request arrived. */
  get elapsed(): number {
    return performance.now() - this.startedAt
  }
}
