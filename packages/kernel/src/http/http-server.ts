import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import type { DenialObserver } from '../contracts/denial-observer.js'
import type { RequestObserver } from '../contracts/request-observer.js'
import { PlinthError } from '../errors/plinth-error.js'
import { StartupError } from '../errors/startup-error.js'
import { withoutSecrets } from '../errors/without-secrets.js'
import type { Logger } from '../logging/logger.js'
import { logAccess } from './access-line.js'
import { ArrivingBodies } from './body/arriving-bodies.js'
import { gatherChunks } from './body/gather-chunks.js'
import { checkedUrl, passesEdge } from './check-request.js'
import { drain } from './drain.js'
import { answerBare, answerNotRunning } from './edge/bare-answer.js'
import { isBelow } from './edge/base-path.js'
import { clientAddressBy } from './edge/client-address.js'
import { isHttp2, isOfUpgrade, obstacleTo } from './edge/foreign-request.js'
import { limitedServer } from './edge/limited-server.js'
import { noticeOf } from './edge/notice.js'
import { openPort, type PortPlace } from './edge/open-port.js'
import { answerParserError, type ParserError } from './edge/parser-error.js'
import { mustWait, PipelinedRequests } from './edge/pipelined-requests.js'
import { adopt, dispatch, quarantinedRestify, type RestifyServer } from './edge/quarantined-restify.js'
import { requestId } from './edge/request-id.js'
import { Exchange, type ReportFault } from './exchange.js'
import { Exchanges } from './exchanges.js'
import { httpErrors } from './http-errors.js'
import { respondWithError } from './responses/respond.js'
import { UnreadResponses } from './responses/unread-responses.js'
import type { AnyRoute } from './route.js'
import { type MountedRoute, newRouter } from './router.js'
import { compileRoute, type ServeOptions } from './serve-route.js'
import type { CountedTraffic } from './traffic.js'

export interface HttpServerOptions extends ServeOptions {
  readonly routes: readonly AnyRoute[]
  /** Before every path, without a slash at its end. */
  readonly basePath: string
  readonly trustedProxies: readonly string[]
  readonly corsOrigins: readonly string[]
  /** The most connections at a time on a port of its own. */
  readonly connectionLimit: number
  readonly logger: Logger
  readonly traffic: CountedTraffic
  readonly reportFault: ReportFault | undefined
  readonly observers: { readonly finished: readonly RequestObserver[]; readonly denied: readonly DenialObserver[] }
}

/** Where a request came in: on the kernel's own port, or through a server of the host. */
interface Place {
  readonly isOnOwnPort: boolean
}

/** The routes behind restify, as a handler for a host's server or behind a server of its own. */
export class HttpServer {
  readonly #options: HttpServerOptions
  readonly #routes: readonly MountedRoute[]
  #restify: RestifyServer | undefined
  readonly #addressOf: (request: IncomingMessage) => string
  #server: Server | undefined
  #isDraining = false
  #isClosed = false
  readonly #underWay = new Exchanges()
  readonly #pipelined: PipelinedRequests
  readonly #arrivingBodies = new ArrivingBodies()
  readonly #unreadResponses = new UnreadResponses()

  constructor(options: HttpServerOptions) {
    this.#options = options
    this.#addressOf = clientAddressBy(options.trustedProxies)
    this.#pipelined = new PipelinedRequests(
      noticeOf(() =>
        options.logger.warn({}, 'connections are closed: pipelined requests that wait take too much memory'),
      ),
    )
    this.#routes = options.routes.map((route) => ({ route, serve: compileRoute(route, options) }))
  }

  /** Answers a request of a host's server. What lies outside the base path goes to `next`, untouched. */
  handle(request: IncomingMessage, response: ServerResponse, next?: () => void): void {
    const isOwn = isBelow(this.#options.basePath, request.url)
    const obstacle = obstacleTo(request, response)
    if (!isOwn && next) next()
    else if (obstacle) answerBare(response, obstacle)
    else if (isOwn) this.#serveInTurn(request, response, { isOnOwnPort: false })
    else this.#refuseInTurn(request, response, httpErrors.NOT_FOUND())
  }

  /** Answers a request of the host's own with an error, unless it is answered, or its client is gone. */
  refuse(request: IncomingMessage, response: ServerResponse, error: unknown): void {
    const isOver = response.writableEnded || response.destroyed || response.closed
    if (!isOver && isHttp2(request)) answerBare(response, httpErrors.HTTP_VERSION_NOT_SUPPORTED())
    else if (!isOver) this.#respondWithError(request, response, error)
    else if (!(error instanceof PlinthError))
      this.#options.logger.error({ err: withoutSecrets(error) }, 'a request failed after its answer')
  }

  /** Opens a port. Throws a `StartupError` when that cannot be, or was done before. */
  async listen(place: PortPlace): Promise<AddressInfo> {
    if (this.#server || this.#isDraining)
      throw new StartupError(
        'listen() was called twice, or while this kernel stops: it listens once. Go on with it, or stop() it first.',
      )
    const { IncomingMessage, ServerResponse } = quarantinedRestify()
    this.#router() // not while the first request waits
    const { connectionLimit, logger: log } = this.#options
    const server = limitedServer({ IncomingMessage, ServerResponse, connectionLimit, log }, (request, response) =>
      this.#serveInTurn(request, response, { isOnOwnPort: true }),
    )
    server.on('clientError', (error, socket) => this.#refuseUnparsed(error, socket as Socket))
    server.on('checkExpectation', (request, response) =>
      this.#refuseInTurn(request, response, httpErrors.EXPECTATION_FAILED()),
    )
    this.#server = server
    try {
      await openPort(server, place)
    } catch (error) {
      this.#server = undefined
      throw error
    }
    if (this.#isDraining) {
      server.close()
      throw new StartupError('This kernel is stopping.')
    }
    return server.address() as AddressInfo
  }

  /**
   * Stops accepting and lets requests under way finish, those of a host's server too. What does not finish in time is
   * cut off.
   */
  async close(): Promise<void> {
    this.#isDraining = true
    const isBehindProxy = this.#options.trustedProxies.length > 0
    await drain(this.#server, { underWay: this.#underWay, pipelined: this.#pipelined, isBehindProxy })
    this.#isClosed = true
  }

  /** Resolves once the earlier requests of the same connection are answered; never, when it closes before. */
  turnOf(request: IncomingMessage, response: ServerResponse): Promise<void> | undefined {
    return mustWait(request, response)
      ? new Promise((resolve) => this.#pipelined.add(request, response, resolve))
      : undefined
  }

  async #refuseInTurn(request: IncomingMessage, response: ServerResponse, error: PlinthError): Promise<void> {
    await this.turnOf(request, response)
    this.#respondWithError(request, response, error)
  }

  #respondWithError(request: IncomingMessage, response: ServerResponse, error: unknown): void {
    this.#exchange(request, response, { isOnOwnPort: false }, (exchange) => {
      respondWithError(exchange, error)
      if (isOfUpgrade(request, response)) response.emit('close') // which nobody else does
    })
  }

  #serveInTurn(request: IncomingMessage, response: ServerResponse, place: Place): void {
    if (mustWait(request, response))
      this.#pipelined.add(request, response, () => this.#serveLater(request, response, place))
    else this.#serve(request, response, place)
  }

  #serveLater(request: IncomingMessage, response: ServerResponse, place: Place): void {
    if (this.#isClosed) return void answerNotRunning(response)
    if (place.isOnOwnPort) request.socket.setTimeout(0) // that of the reader of the answer before
    this.#serve(request, response, place)
  }

  #serve(request: IncomingMessage, response: ServerResponse, place: Place): void {
    this.#exchange(request, response, place, (exchange) => this.#dispatch(exchange))
  }

  #dispatch(exchange: Exchange): void {
    const { request, response, isOnOwnPort } = exchange
    try {
      if (!isOnOwnPort) adopt(request, response)
      if (this.#isDraining && !this.#pipelined.hasOn(request.socket)) response.setHeader('Connection', 'close')
      const url = checkedUrl(request, response)
      request.url = isOnOwnPort ? fromRoot(url, this.#options.basePath) : url
      if (!passesEdge(exchange, this.#options.corsOrigins)) return
      dispatch(this.#router(), request, response)
    } catch (error) {
      respondWithError(exchange, error)
    }
  }

  /** Opens an exchange for some work. Never throws: where a host calls, nobody catches what would end its process. */
  #exchange(
    request: IncomingMessage,
    response: ServerResponse,
    place: Place,
    work: (exchange: Exchange) => void,
  ): void {
    try {
      work(this.#open(request, response, place))
    } catch (error) {
      this.#options.logger.error({ err: withoutSecrets(error) }, 'a request could not be served')
      answerBare(response, httpErrors.INTERNAL_ERROR())
    }
  }

  /** Answers what cannot be parsed, after the requests before it. */
  #refuseUnparsed(error: ParserError, socket: Socket): void {
    const exchange = this.#underWay.on(socket)
    const refuse = (isInBody = false) => answerParserError(error, socket, { isInBody })
    if (this.#pipelined.refuseRest(socket, refuse)) return
    if (!exchange) refuse()
    else if (exchange.request.complete || exchange.response.headersSent) exchange.response.once('close', () => refuse())
    else refuse(true)
  }

  #open(request: IncomingMessage, response: ServerResponse, { isOnOwnPort }: Place): Exchange {
    gatherChunks(request)
    const id = requestId(request)
    const { logger, reportFault } = this.#options
    const exchange = new Exchange(request, response, {
      id,
      logger,
      address: this.#addressOf(request),
      reportFault,
      isOnOwnPort,
      arrivingBodies: this.#arrivingBodies,
      unreadResponses: this.#unreadResponses,
    })
    this.#underWay.add(exchange)
    const { traffic, observers } = this.#options
    traffic.arrive()
    // One listener: with those of restify and of a stream more would make Node warn of a leak.
    response.once('close', () => {
      this.#underWay.remove(exchange)
      traffic.finish()
      exchange.end()
      const finished = exchange.finished
      logAccess(exchange, finished)
      for (const observer of observers.finished) observer.requestFinished(finished)
      const { denial } = exchange
      if (denial) for (const observer of observers.denied) observer.requestDenied(denial)
    })
    return exchange
  }

  /** restify takes as long to load as everything else: a host that only uses services never pays for it. */
  #router(): RestifyServer {
    this.#restify ??= newRouter(this.#routes, this.#options)
    return this.#restify
  }
}

/** On a port of its own the root is the base path; on a host's server it is the host's. */
function fromRoot(url: string, basePath: string): string {
  return url === '/' ? `${basePath}/` : url
}
