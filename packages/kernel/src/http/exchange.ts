import type { IncomingMessage, ServerResponse } from 'node:http'
import { performance } from 'node:perf_hooks'
import type { Logger } from '../logging/logger.js'
import { ANONYMOUS, type Principal } from '../security/principal.js'

/** One request with its answer, as it goes through the server. */
export class Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  /** Sent as `X-Request-Id` and in every log line of the request. */
  readonly id: string
  readonly log: Logger
  readonly address: string
  readonly startedAt = performance.now()
  readonly #abort = new AbortController()
  /** The path of the route, for the access line; never the URL, in which somebody may have put a key. */
  routePath: string | undefined
  principal: Principal = ANONYMOUS

  constructor(request: IncomingMessage, response: ServerResponse, facts: { id: string; log: Logger; address: string }) {
    this.request = request
    this.response = response
    this.id = facts.id
    this.log = facts.log
    this.address = facts.address
  }

  /** The connection is done with this exchange, whether or not the answer got through. */
  end(): void {
    if (!this.response.writableFinished) this.#abort.abort()
  }

  /** Aborts when the client is gone before the answer is complete. */
  get signal(): AbortSignal {
    return this.#abort.signal
  }

  /** Asks a client that waits for leave (`Expect: 100-continue`) to send its body. */
  inviteBody(): void {
    if (!this.request.complete && /^100-continue$/i.test(this.request.headers.expect ?? ''))
      this.response.writeContinue()
  }

  /** Milliseconds since the request arrived. */
  get elapsed(): number {
    return performance.now() - this.startedAt
  }
}
