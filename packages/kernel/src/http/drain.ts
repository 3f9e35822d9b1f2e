import type { Server } from 'node:http'
import { Server as NetServer } from 'node:net'
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import type { PipelinedRequests } from './edge/pipelined-requests.js'
import type { Exchanges } from './exchanges.js'

/** Max time in ms to wait for running requests when the server stops, and the interval at which they are checked. */
const DRAIN_TIMEOUT_MS = 7_000
const DRAIN_CHECK_INTERVAL_MS = 20
/** Max time in ms to accept queued connections when the server stops. */
const MAX_ACCEPT_MS = 1_000
/** Max duration in ms of a turn of the event loop after which the queue counts as empty; see `acceptQueued`. */
const MAX_QUIET_TURN_MS = 0.2
/**
 * Time in ms for which idle connections of a proxy stay open when the server stops: as long as Node keeps them open
 * anyway.
 */
const PROXY_IDLE_MS = 5_000

/** The requests that a server finishes before it closes. */
export interface DrainOptions {
  /** Exchanges with incomplete responses, including those on a host's server. */
  readonly active: Exchanges
  /** Requests queued behind them, which are served too. */
  readonly pipelined: PipelinedRequests
  /** Whether requests come through a trusted proxy. */
  readonly isBehindProxy: boolean
  /** Called when responses to further requests must end their connections. */
  endConnections(): void
}

/**
 * Stops accepting connections, lets running requests finish, and closes the connections of a server. Requests that do
 * not finish in time are aborted.
 *
 * A proxy may already be sending a request on a connection that is idle here, and cannot safely repeat a request that
 * changes something. So behind a proxy, idle connections stay open until the proxy closes them, a response with
 * `Connection: close` ends them, or `PROXY_IDLE_MS` has passed. For each connection that ends, the proxy opens a new
 * one, and closing the port resets connections that are still queued there. So behind a proxy, responses end their
 * connections only once the port is closed.
 */
export async function drain(
  server: Server | undefined,
  { active, pipelined, isBehindProxy, endConnections }: DrainOptions,
): Promise<void> {
  const startedAt = Date.now()
  const endAll = () => {
    endConnections()
    for (const { request, response } of active) {
      if (!pipelined.hasOn(request.socket)) response.shouldKeepAlive = false
    }
  }
  if (!isBehindProxy) endAll()
  if (server) await acceptQueued(server)
  let isClosed = false
  const closed = stopAccepting(server).then(() => {
    isClosed = true
  })
  if (isBehindProxy) endAll()
  else server?.closeIdleConnections()
  const isQuiet = () => isClosed || !isBehindProxy || Date.now() > startedAt + PROXY_IDLE_MS
  const isBusy = () => active.size + pipelined.size > 0
  while ((isBusy() || !isQuiet()) && Date.now() < startedAt + DRAIN_TIMEOUT_MS) await pause(DRAIN_CHECK_INTERVAL_MS)
  server?.closeAllConnections()
  await closed
  server?.close() // ends the timer that checks connections
}

/**
 * Accepts the connections that are queued at the port. The system has already established them and would reset them
 * when the port closes. Node accepts one connection per turn of its event loop, so the queue is empty after a turn
 * without one, unless the turn was so long that others were queued meanwhile.
 */
async function acceptQueued(server: Server): Promise<void> {
  let hasAccepted = false
  const onConnection = () => {
    hasAccepted = true
  }
  server.on('connection', onConnection)
  await nextTurn() // the rest of this turn
  let isEmpty = false
  for (const end = performance.now() + MAX_ACCEPT_MS; !isEmpty && performance.now() < end; ) {
    const startedAt = performance.now()
    hasAccepted = false
    await nextTurn()
    isEmpty = !hasAccepted && performance.now() - startedAt < MAX_QUIET_TURN_MS
  }
  server.off('connection', onConnection)
}

/**
 * Closes only the port; closing an HTTP server would also close its idle connections. Resolves when the last connection
 * is closed.
 */
function stopAccepting(server: Server | undefined): Promise<void> {
  return new Promise((resolve) => {
    if (server?.listening) NetServer.prototype.close.call(server, () => resolve())
    else resolve()
  })
}
