import type { IncomingMessage, ServerResponse } from 'node:http'
import { performance } from 'node:perf_hooks'
import type { Denial } from '../contracts/denial-observer.js'
import type { FinishedRequest } from '../contracts/request-observer.js'
import { withoutSecrets } from '../errors/without-secrets.js'
import type { Logger } from '../logging/logger.js'
import { ANONYMOUS, type Principal } from '../security/principal.js'
import type { BodyReader } from './body/body-reader.js'
import { isContinue } from './edge/expectation.js'
import type { UnreadResponses } from './responses/unread-responses.js'

/** Status of an exchange whose client disconnected before the response was complete, as proxies log it. */
const CLIENT_CLOSED_REQUEST = 499

/** Request that caused an unexpected error. */
export interface FaultyRequest {
  /** Sent as `X-Request-Id`. */
  readonly requestId: string
  readonly method: string
  /** Path of its route, such as `/users/:username`; `undefined` if no route matched. */
  readonly route: string | undefined
}

/** Receives unexpected errors, with all their details. */
export type ReportFault = (error: unknown, request: FaultyRequest) => void

export interface ExchangeOptions {
  readonly id: string
  readonly logger: Logger
  readonly address: string
  readonly reportFault: ReportFault | undefined
  /** Whether the request came through the kernel's own port, not through a server of the host. */
  readonly isOnOwnPort: boolean
  /** Reads the request body. */
  readonly bodyReader: BodyReader
  /** Sends the response body. */
  readonly unreadResponses: UnreadResponses
  /** Aborts when the server begins to stop. */
  readonly stopSignal: AbortSignal
}

const EXCHANGE = Symbol('the exchange of a request')

/** A request with its exchange. */
interface RequestWithExchange extends IncomingMessage {
  [EXCHANGE]?: Exchange
}

/** A request and its response, with the state that the kernel keeps while it serves them. */
export class Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  /** Sent as `X-Request-Id` and in every log line of the request. */
  readonly id: string
  /** Logger shared by all requests. */
  readonly logger: Logger
  readonly address: string
  readonly isOnOwnPort: boolean
  readonly bodyReader: BodyReader
  readonly unreadResponses: UnreadResponses
  readonly stopSignal: AbortSignal
  readonly startedAt = performance.now()
  readonly #reportFault: ReportFault | undefined
  /** Path of the route, for the access log. Never the URL, which may contain a key. */
  routePath: string | undefined
  principal: Principal = ANONYMOUS
  /** Set if the request was denied. */
  denial: Denial | undefined
  // Created on demand: most requests need neither, and both are expensive.
  #log: Logger | undefined
  #abort: AbortController | undefined
  #isAborted = false
  /** Set for a response without an end of its own. */
  #begunAt: number | undefined
  /** Index in `Exchanges`, which sets it. */
  index = -1

  constructor(request: IncomingMessage, response: ServerResponse, options: ExchangeOptions) {
    this.request = request
    this.response = response
    this.id = options.id
    this.logger = options.logger
    this.address = options.address
    this.isOnOwnPort = options.isOnOwnPort
    this.bodyReader = options.bodyReader
    this.unreadResponses = options.unreadResponses
    this.stopSignal = options.stopSignal
    this.#reportFault = options.reportFault
    ;(request as RequestWithExchange)[EXCHANGE] = this
  }

  /** Returns the exchange of a request. */
  static of(request: IncomingMessage): Exchange | undefined {
    return (request as RequestWithExchange)[EXCHANGE]
  }

  /** Called when the response is closed, whether or not it was sent completely. */
  end(): void {
    if (this.response.writableFinished) return
    this.#isAborted = true
    this.#abort?.abort()
  }

  /** Returns whether the client disconnected before the response was complete. */
  get isAborted(): boolean {
    return this.#isAborted
  }

  /** Aborts if the client disconnects before the response is complete. */
  get signal(): AbortSignal {
    if (!this.#abort) {
      this.#abort = new AbortController()
      if (this.#isAborted) this.#abort.abort()
    }
    return this.#abort.signal
  }

  /** Logger that adds the request id to each line. */
  get log(): Logger {
    this.#log ??= this.logger.child({ request_id: this.id })
    return this.#log
  }

  /**
   * Sends `100 Continue` to a client that waits for it before sending its body. HTTP/1.0 clients get none, because they
   * would parse it as the response.
   */
  sendContinue(): void {
    const { complete, headers, httpVersionMinor } = this.request
    if (!complete && httpVersionMinor > 0 && isContinue(headers.expect)) this.response.writeContinue()
  }

  /**
   * Passes an unexpected error to the host's `reportFault`. An error thrown there is only logged, so that the response
   * is still sent.
   */
  report(error: unknown): void {
    try {
      this.#reportFault?.(error, { requestId: this.id, method: this.request.method ?? '', route: this.routePath })
    } catch (failure) {
      this.log.error({ err: withoutSecrets(failure) }, 'reportFault failed')
    }
  }

  /** Summary of the completed exchange. */
  get finished(): FinishedRequest {
    const { request, response, routePath: route, elapsed } = this
    return {
      method: request.method ?? '',
      route,
      status: response.writableFinished ? response.statusCode : CLIENT_CLOSED_REQUEST,
      elapsed,
    }
  }

  /** Called when a response begins that has no end of its own, such as a stream of events. */
  beginOpenEnded(): void {
    this.#begunAt = performance.now()
  }

  /** Milliseconds from the arrival of the request until now, or until an open-ended response began. */
  get elapsed(): number {
    return (this.#begunAt ?? performance.now()) - this.startedAt
  }
}
