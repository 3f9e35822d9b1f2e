import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { DenialObserver } from '../contracts/denial-observer.js'
import type { RequestObserver } from '../contracts/request-observer.js'
import { PlinthError } from '../errors/plinth-error.js'
import { StartupError } from '../errors/startup-error.js'
import { withoutSecrets } from '../errors/without-secrets.js'
import type { Logger } from '../logging/logger.js'
import { BodyReader } from './body/body-reader.js'
import { combineSmallChunks } from './body/combine-small-chunks.js'
import { checkedUrl, passesCommonChecks } from './common-checks.js'
import { drain } from './drain.js'
import { isBelow } from './edge/base-path.js'
import { clientAddressResolver } from './edge/client-address.js'
import { limitedServer } from './edge/limited-server.js'
import { type ListenAddress, openPort } from './edge/open-port.js'
import { type ParserError, respondOnSocket, respondToParserError } from './edge/parser-error.js'
import { mustWait, PipelinedRequests } from './edge/pipelined-requests.js'
import { addRestifyMembers, dispatch, quarantinedRestify, type RestifyServer } from './edge/quarantined-restify.js'
import { requestId } from './edge/request-id.js'
import { respondNotRunning, respondWithoutExchange } from './edge/respond-without-exchange.js'
import { throttleLog } from './edge/throttle-log.js'
import { tolerateErrors } from './edge/tolerate-errors.js'
import { isHttp2, isUpgradeResponse, unsupportedRequestError } from './edge/unsupported-request.js'
import { Exchange, type ReportFault } from './exchange.js'
import { Exchanges } from './exchanges.js'
import { httpErrors } from './http-errors.js'
import { logAccess } from './log-access.js'
import { respondWithError } from './responses/respond.js'
import { UnreadResponses } from './responses/unread-responses.js'
import type { AnyRoute } from './route.js'
import { type CompiledRoute, createRouter } from './router.js'
import { compileRoute, type ServeOptions } from './serve-route.js'
import type { CountedTraffic } from './traffic.js'

/** The observers of all plugins. */
export interface Observers {
  readonly finished: readonly RequestObserver[]
  readonly denied: readonly DenialObserver[]
}

export interface HttpServerOptions extends ServeOptions {
  readonly routes: readonly AnyRoute[]
  /** Prefix of every path, without a trailing slash. */
  readonly basePath: string
  readonly trustedProxies: readonly string[]
  readonly corsOrigins: readonly string[]
  /** Max number of connections to the kernel's own port. */
  readonly connectionLimit: number
  readonly logger: Logger
  readonly traffic: CountedTraffic
  readonly reportFault: ReportFault | undefined
  readonly observers: Observers
}

/** Whether a request arrived on the kernel's own port, or through a server of the host. */
interface Arrival {
  readonly isOnOwnPort: boolean
}

/** Serves routes with restify, as a handler for a host's server or on a port of its own. */
export class HttpServer {
  readonly #options: HttpServerOptions
  readonly #routes: readonly CompiledRoute[]
  #restify: RestifyServer | undefined
  readonly #addressOf: (request: IncomingMessage) => string
  #server: Server | undefined
  readonly #stopping = new AbortController()
  /** Whether each response ends its connection. */
  #isDraining = false
  #isClosed = false
  readonly #active = new Exchanges()
  readonly #pipelined: PipelinedRequests
  readonly #bodyReader = new BodyReader()
  readonly #unreadResponses = new UnreadResponses()
  /** Connections with data that cannot be parsed. Node reports the error again for each further packet. */
  readonly #unparsed = new WeakSet<Socket>()

  constructor(options: HttpServerOptions) {
    this.#options = options
    this.#addressOf = clientAddressResolver(options.trustedProxies)
    this.#pipelined = new PipelinedRequests(
      throttleLog(() => options.logger.warn({}, 'connections are closed: pipelined requests use too much memory')),
    )
    this.#routes = options.routes.map((route) => ({ route, serve: compileRoute(route, options) }))
  }

  /** Serves a request of a host's server. Requests outside the base path are passed to `next` unchanged. */
  handle(request: IncomingMessage, response: ServerResponse, next?: () => void): void {
    if (hasEnded(response)) return
    const isOwn = isBelow(this.#options.basePath, request.url)
    const unsupported = unsupportedRequestError(request, response)
    if (!isOwn && next) next()
    else if (unsupported) respondWithoutExchange(response, unsupported)
    else if (isOwn) this.#serveInTurn(request, response, { isOnOwnPort: false })
    else this.#refuseInTurn(request, response, httpErrors.NOT_FOUND())
  }

  /** Responds with an error to a request for a host's own route, unless a response was sent or the client is gone. */
  refuse(request: IncomingMessage, response: ServerResponse, error: unknown): void {
    if (!hasEnded(response) && isHttp2(request))
      respondWithoutExchange(response, httpErrors.HTTP_VERSION_NOT_SUPPORTED())
    else if (!hasEnded(response)) this.#respondWithError(request, response, error)
    else if (!(error instanceof PlinthError))
      this.#options.logger.error({ err: withoutSecrets(error) }, 'a request failed after its response')
  }

  /** Opens a port. Throws a `StartupError` if it cannot be opened, or if this was called before. */
  async listen(address: ListenAddress): Promise<AddressInfo> {
    if (this.#server || this.#stopping.signal.aborted)
      throw new StartupError(
        'listen() was called twice, or while this kernel stops. Use the port that is open, or stop() the kernel first.',
      )
    const { IncomingMessage, ServerResponse } = quarantinedRestify()
    this.#router() // loads restify now, so that the first request need not wait for it
    const { connectionLimit, logger: log } = this.#options
    const server = limitedServer({ IncomingMessage, ServerResponse, connectionLimit, log }, (request, response) =>
      this.#serveInTurn(request, response, { isOnOwnPort: true }),
    )
    server.on('clientError', (error, socket) => this.#rejectUnparsed(error, socket as Socket))
    this.#server = server
    try {
      await openPort(server, address)
    } catch (error) {
      this.#server = undefined
      throw error
    }
    if (this.#stopping.signal.aborted) {
      server.close()
      throw new StartupError('This kernel is stopping.')
    }
    return server.address() as AddressInfo
  }

  /**
   * Stops accepting connections and lets running requests finish, including those on a host's server. Requests that do
   * not finish in time are aborted.
   */
  async close(): Promise<void> {
    this.#stopping.abort()
    await drain(this.#server, {
      active: this.#active,
      pipelined: this.#pipelined,
      isBehindProxy: this.#options.trustedProxies.length > 0,
      endConnections: () => {
        this.#isDraining = true
      },
    })
    this.#isClosed = true
  }

  /**
   * Returns a promise that resolves when the responses to earlier pipelined requests of the connection have been sent,
   * or `undefined` if there are none. The promise never settles if the connection closes before that.
   */
  waitForEarlierResponses(request: IncomingMessage, response: ServerResponse): Promise<void> | undefined {
    return mustWait(request, response)
      ? new Promise((resolve) => this.#pipelined.add(request, response, resolve))
      : undefined
  }

  async #refuseInTurn(request: IncomingMessage, response: ServerResponse, error: PlinthError): Promise<void> {
    await this.waitForEarlierResponses(request, response)
    this.#respondWithError(request, response, error)
  }

  #respondWithError(request: IncomingMessage, response: ServerResponse, error: unknown): void {
    this.#withExchange(request, response, { isOnOwnPort: false }, (exchange) => {
      respondWithError(exchange, error)
      if (isUpgradeResponse(request, response)) response.emit('close') // Node never does for such a response
    })
  }

  #serveInTurn(request: IncomingMessage, response: ServerResponse, arrival: Arrival): void {
    if (mustWait(request, response))
      this.#pipelined.add(request, response, () => this.#serveLater(request, response, arrival))
    else this.#serve(request, response, arrival)
  }

  #serveLater(request: IncomingMessage, response: ServerResponse, arrival: Arrival): void {
    if (this.#isClosed) return void respondNotRunning(response)
    if (arrival.isOnOwnPort) request.socket.setTimeout(0) // clears the timeout for reading the previous response
    this.#serve(request, response, arrival)
  }

  #serve(request: IncomingMessage, response: ServerResponse, arrival: Arrival): void {
    this.#withExchange(request, response, arrival, (exchange) => this.#dispatch(exchange))
  }

  #dispatch(exchange: Exchange): void {
    const { request, response, isOnOwnPort } = exchange
    try {
      if (!isOnOwnPort) addRestifyMembers(request, response)
      if (this.#isDraining && !this.#pipelined.hasOn(request.socket)) response.setHeader('Connection', 'close')
      const url = checkedUrl(request, response)
      request.url = isOnOwnPort ? rootToBasePath(url, this.#options.basePath) : url
      if (!passesCommonChecks(exchange, this.#options.corsOrigins)) return
      dispatch(this.#router(), request, response)
    } catch (error) {
      respondWithError(exchange, error)
    }
  }

  /** Passes a new exchange to `use`. Never throws: an error that a host does not catch would end its process. */
  #withExchange(
    request: IncomingMessage,
    response: ServerResponse,
    arrival: Arrival,
    use: (exchange: Exchange) => void,
  ): void {
    try {
      use(this.#openExchange(request, response, arrival))
    } catch (error) {
      this.#options.logger.error({ err: withoutSecrets(error) }, 'a request could not be served')
      respondWithoutExchange(response, httpErrors.INTERNAL_ERROR())
    }
  }

  /** Responds to data that cannot be parsed, after the responses to earlier requests. */
  #rejectUnparsed(error: ParserError, socket: Socket): void {
    if (this.#unparsed.has(socket)) return
    this.#unparsed.add(socket)
    const exchange = this.#active.on(socket)
    const refuse = (isInBody = false) => respondToParserError(error, socket, { isInBody })
    if (this.#pipelined.rejectUnparsed(socket, refuse)) return
    if (!exchange) refuse()
    else if (exchange.request.complete || exchange.response.headersSent) exchange.response.once('close', () => refuse())
    else refuse(true)
  }

  #openExchange(request: IncomingMessage, response: ServerResponse, { isOnOwnPort }: Arrival): Exchange {
    if (!isOnOwnPort) tolerateErrors(request.socket)
    combineSmallChunks(request, () => refuseFragments(request.socket, response))
    const id = requestId(request)
    const { logger, reportFault } = this.#options
    const exchange = new Exchange(request, response, {
      id,
      logger,
      address: this.#addressOf(request),
      reportFault,
      isOnOwnPort,
      bodyReader: this.#bodyReader,
      unreadResponses: this.#unreadResponses,
      stopSignal: this.#stopping.signal,
    })
    this.#active.add(exchange)
    const { traffic, observers } = this.#options
    traffic.arrive()
    // A single listener: with those of restify and of streams, more would make Node warn about a leak.
    response.once('close', () => {
      this.#active.remove(exchange)
      traffic.finish()
      exchange.end()
      const { finished, denial } = exchange
      logAccess(exchange, finished)
      for (const observer of observers.finished) observer.requestFinished(finished)
      if (denial) for (const observer of observers.denied) observer.requestDenied(denial)
    })
    return exchange
  }

  /** Returns the router. Loads restify on the first call, which takes long and which some hosts never need. */
  #router(): RestifyServer {
    this.#restify ??= createRouter(this.#routes, this.#options)
    return this.#restify
  }
}

/** Returns whether a response was sent or its client disconnected, which can happen before a host calls the handler. */
function hasEnded(response: ServerResponse): boolean {
  return response.writableEnded || response.destroyed || response.closed
}

/** Responds to a body in too many tiny chunks, and closes the connection without reading on. */
function refuseFragments(socket: Socket, response: ServerResponse): void {
  if (response.headersSent) return void socket.destroy()
  respondOnSocket(httpErrors.BODY_FRAGMENTED(), socket)
  socket.destroySoon()
}

/** Maps the root to the base path, on the kernel's own port only: on a host's server the root belongs to the host. */
function rootToBasePath(url: string, basePath: string): string {
  return url === '/' ? `${basePath}/` : url
}
