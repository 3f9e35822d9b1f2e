import { createServer, type RequestListener, type Server, type ServerOptions } from 'node:http'
import type { Logger } from '../../logging/logger.js'
import { READER_TIMEOUT_MS } from './reader-timeout.js'
import { throttleLog } from './throttle-log.js'
import { tolerateErrors } from './tolerate-errors.js'
import { MAX_HEADER_LINES } from './too-many-headers.js'

/** Max time in ms to receive the headers of a request, and by default the whole request. */
const HEADERS_TIMEOUT_MS = 10_000
const REQUEST_TIMEOUT_MS = 600_000
/** Interval in ms at which these timeouts are checked. */
const TIMEOUT_CHECK_INTERVAL_MS = 1_000

/** Limits of a server, and the log for exceeded limits. */
export interface LimitedServerOptions extends Pick<ServerOptions, 'IncomingMessage' | 'ServerResponse'> {
  /** Max number of connections. Further ones are closed immediately. */
  readonly connectionLimit: number
  /** The name of this limit in the log. Default: the setting of the REST API. */
  readonly limitName?: string
  /** Max time in ms to receive a whole request. Default: 10 minutes. */
  readonly requestTimeoutMs?: number
  readonly log: Logger
}

/** Creates a server with limits on slow clients and on the number of connections. */
export function limitedServer(options: LimitedServerOptions, serve: RequestListener): Server {
  const {
    connectionLimit,
    limitName = 'PLINTH_CONNECTION_LIMIT',
    requestTimeoutMs = REQUEST_TIMEOUT_MS,
    log,
    ...classes
  } = options
  const server = createServer({
    ...classes,
    connectionsCheckingInterval: TIMEOUT_CHECK_INTERVAL_MS,
    requireHostHeader: false, // checked later, for an error response in our format
  })
  server.headersTimeout = Math.min(HEADERS_TIMEOUT_MS, requestTimeoutMs)
  server.requestTimeout = requestTimeoutMs
  server.maxConnections = connectionLimit
  server.maxHeadersCount = MAX_HEADER_LINES + 1 // so that an excess line is noticed
  const logRefusal = () =>
    log.warn({ connectionLimit }, `connections are refused: the connection limit is reached (${limitName})`)
  server.on('drop', throttleLog(logRefusal))
  server.on('connection', tolerateErrors)
  const serveWithTimeout: RequestListener = (request, response) => {
    // The response is complete and only waits for the client to read it. Node restores its own timeout after that.
    response.once('prefinish', () => response.socket?.setTimeout(READER_TIMEOUT_MS))
    serve(request, response)
  }
  server.on('request', serveWithTimeout)
  server.on('checkContinue', serveWithTimeout) // `100 Continue` is sent once the key has been checked
  server.on('checkExpectation', serveWithTimeout) // rejected later, after the checks for ambiguous requests
  return server
}
