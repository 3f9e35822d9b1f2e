import type { Server } from 'node:http'
import { Server as NetServer } from 'node:net'
import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises'
import type { PipelinedRequests } from './edge/pipelined-requests.js'
import type { Exchanges } from './exchanges.js'

/** How long in ms requests under way may take when the server stops, and how often they are looked after. */
const DRAIN = 7_000
const DRAIN_PAUSE = 20
/** How long in ms those who wait at the port are let in when the server stops, if there are ever more. */
const MAX_QUEUE_MS = 1_000
/** How long in ms a proxy's idle connections stay open when the server stops: as long as Node keeps them anyway. */
const PROXY_IDLE = 5_000

/** What a server has to do before it ends. */
export interface Draining {
  /** Those whose answers are not complete, of a host's server too. */
  readonly underWay: Exchanges
  /** Those that wait for them, which are answered too. */
  readonly pipelined: PipelinedRequests
  /** Whether requests come through a proxy that is trusted. */
  readonly isBehindProxy: boolean
}

/**
 * Stops accepting, lets requests under way finish, and closes the connections of a server. What does not finish in time
 * is cut off.
 *
 * A connection that is idle here may be one on which a proxy is sending a request this very moment, and a proxy must
 * not send one twice that changes something. So behind a proxy idle connections stay open until the proxy closes them
 * or has got an answer that says `Connection: close`.
 */
export async function drain(
  server: Server | undefined,
  { underWay, pipelined, isBehindProxy }: Draining,
): Promise<void> {
  const began = Date.now()
  for (const { request, response } of underWay) {
    if (!pipelined.hasOn(request.socket)) response.shouldKeepAlive = false
  }
  if (server) await letIn(server)
  let isClosed = false
  const closed = stopAccepting(server).then(() => {
    isClosed = true
  })
  if (!isBehindProxy) server?.closeIdleConnections()
  const isQuiet = () => isClosed || !isBehindProxy || Date.now() > began + PROXY_IDLE
  const isBusy = () => underWay.size + pipelined.size > 0
  while ((isBusy() || !isQuiet()) && Date.now() < began + DRAIN) await pause(DRAIN_PAUSE)
  server?.closeAllConnections()
  await closed
  server?.close() // ends the timer that looks after connections
}

/**
 * Lets in who waits at the port: the system has made their connections already and would reset them with it. Node takes
 * one in each turn of its loop, so the queue is empty after a turn that brought none.
 */
async function letIn(server: Server): Promise<void> {
  let hasCome = true
  const note = () => {
    hasCome = true
  }
  server.on('connection', note)
  await turn() // the rest of this one
  for (const end = Date.now() + MAX_QUEUE_MS; hasCome && Date.now() < end; ) {
    hasCome = false
    await turn()
  }
  server.off('connection', note)
}

/**
 * Closes the port only; closing an HTTP server would cut its idle connections. Resolves when the last connection is
 * gone.
 */
function stopAccepting(server: Server | undefined): Promise<void> {
  return new Promise((resolve) => {
    if (server?.listening) NetServer.prototype.close.call(server, () => resolve())
    else resolve()
  })
}
