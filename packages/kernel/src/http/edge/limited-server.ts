import { createServer, type RequestListener, type Server, type ServerOptions } from 'node:http'
import type { Logger } from '../../logging/logger.js'
import { MAX_HEADER_LINES } from './header-lines.js'
import { noticeOf } from './notice.js'

/** Longest time in ms for the headers of a request, and for all of it. */
const HEADERS_TIMEOUT = 10_000
const REQUEST_TIMEOUT = 600_000
/** How often in ms they are looked after. */
const TIMEOUT_CHECK = 1_000
/**
 * Time in ms in which a client must take something of an answer that waits for it. Node grants as much again when it
 * took some before.
 */
const READER_TIMEOUT = 15_000

export interface LimitedServerOptions extends Pick<ServerOptions, 'IncomingMessage' | 'ServerResponse'> {
  /** The most connections at a time; those beyond are closed at once. */
  readonly connectionLimit: number
  readonly log: Logger
}

/** A server on which no client can be slow, and all together not be many, without an end. */
export function limitedServer(
  { connectionLimit, log, ...classes }: LimitedServerOptions,
  serve: RequestListener,
): Server {
  const server = createServer({
    ...classes,
    connectionsCheckingInterval: TIMEOUT_CHECK,
    requireHostHeader: false, // asked for with an answer of ours
  })
  server.headersTimeout = HEADERS_TIMEOUT
  server.requestTimeout = REQUEST_TIMEOUT
  server.maxConnections = connectionLimit
  server.maxHeadersCount = MAX_HEADER_LINES + 1 // so that one too many can be seen
  const tellOfDrop = () =>
    log.warn(
      { connectionLimit },
      'connections are turned away: there are as many as there may be (PLINTH_CONNECTION_LIMIT)',
    )
  server.on('drop', noticeOf(tellOfDrop))
  const serveInTime: RequestListener = (request, response) => {
    // From here on the answer is whole and waits for the client alone. Node puts its own time in place of this when it
    // is out.
    response.once('prefinish', () => response.socket?.setTimeout(READER_TIMEOUT))
    serve(request, response)
  }
  server.on('request', serveInTime)
  server.on('checkContinue', serveInTime) // the body is asked for once the key is checked
  return server
}
