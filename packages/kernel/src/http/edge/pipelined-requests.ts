import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { gatherChunks } from '../body/gather-chunks.js'
import { cutConnection } from './cut-connection.js'
import { isOfUpgrade } from './foreign-request.js'

/**
 * The memory of the requests that wait, those of all connections together: their heads, what has arrived of their
 * bodies, and what Node keeps beside. A connection may take as much as the others leave free, so that those that take
 * the most are cut first.
 */
const MAX_WAITING_BYTES = 24 * 2 ** 20
/** What Node keeps of a request and its response beside their text. */
const BYTES_PER_REQUEST = 5_000

/**
 * How many requests of a connection may wait, and how much memory they may take, until it is read no further. To read
 * on tells when its client goes away.
 */
const MAX_READ_AHEAD = 16
const MAX_BYTES_AHEAD = 131_072

/** How long the memory of a connection that was cut is given to nobody. */
const WITHHELD_MS = 1_000

/** Whether Node has yet to finish the answer to an earlier request of the same connection. */
export function mustWait(request: IncomingMessage, response: ServerResponse): boolean {
  if (isOfUpgrade(request, response)) return false
  return response.socket === null && !response.writableFinished && !response.destroyed
}

/** Answers what came after other requests and cannot be parsed: the body of the last of them, or something else. */
type RefuseRest = (isInBody: boolean) => void

/** The requests of one connection that wait. */
interface Queue {
  length: number
  bytes: number
  isPaused: boolean
  /** Stops the reading of the connection; Node starts it again after each request that it has parsed. */
  readonly pause: () => void
  readonly discard: () => void
  refuseRest?: RefuseRest
}

/**
 * The requests that came before an earlier one of their connection was answered, which HTTP calls pipelining. Node
 * hands over at once all that it has read and keeps every answer until the client takes it: 64 KB of small requests can
 * cost a gigabyte. Therefore each waits here until the answer before it was sent. When more than a few wait, their
 * connection is not read; when it closes, they are discarded.
 */
export class PipelinedRequests {
  readonly #queues = new Map<Socket, Queue>()
  readonly #onExcess: () => void
  #size = 0
  #bytes = 0
  #withheldBytes = 0

  /** Calls `onExcess` for each connection that is cut because the requests that wait take too much memory. */
  constructor(onExcess: () => void) {
    this.#onExcess = onExcess
  }

  /** How many wait, on all connections. */
  get size(): number {
    return this.#size
  }

  /** Whether a connection has requests that wait. */
  hasOn(socket: Socket): boolean {
    return this.#queues.has(socket)
  }

  /** Calls `serve` once the requests before this one are answered; never, when the connection closes before. */
  add(request: IncomingMessage, response: ServerResponse, serve: () => void): void {
    const { socket } = request
    if (socket.destroyed) return
    gatherChunks(request)
    const queue = this.#queues.get(socket) ?? this.#open(socket)
    const waiting = new WaitingRequest(request, (bytes) => this.#hold(socket, bytes))
    queue.length += 1
    this.#size += 1
    this.#hold(socket, waiting.bytes)
    // Node tells so when the answer before is finished. Not within the same turn of the loop: other clients wait as
    // well.
    response.once('socket', () => setImmediate(() => this.#serveNext(waiting, response, serve)))
  }

  #hold(socket: Socket, bytes: number): void {
    const queue = this.#queues.get(socket)
    if (!queue || socket.destroyed) return
    queue.bytes += bytes
    this.#bytes += bytes
    if (queue.bytes > MAX_WAITING_BYTES - this.#bytes - this.#withheldBytes) this.#cut(socket, queue)
    else if (queue.length > MAX_READ_AHEAD || queue.bytes > MAX_BYTES_AHEAD) readNoFurther(socket, queue)
  }

  #cut(socket: Socket, { bytes }: Queue): void {
    this.#withhold(bytes)
    this.#onExcess()
    cutConnection(socket)
  }

  /** Calls `refuse` once the requests that wait are answered. Returns whether any do. */
  refuseRest(socket: Socket, refuse: RefuseRest): boolean {
    const queue = this.#queues.get(socket)
    if (queue) queue.refuseRest = refuse
    return queue !== undefined
  }

  /** Or else a flood of connections would have as many requests parsed for each of them. */
  #withhold(bytes: number): void {
    this.#withheldBytes += bytes
    setTimeout(() => {
      this.#withheldBytes -= bytes
    }, WITHHELD_MS).unref()
  }

  #open(socket: Socket): Queue {
    const handlers = { pause: () => void socket.pause(), discard: () => this.#close(socket) }
    const queue = { length: 0, bytes: 0, isPaused: false, ...handlers }
    this.#queues.set(socket, queue)
    socket.once('close', queue.discard)
    return queue
  }

  #close(socket: Socket): void {
    const queue = this.#queues.get(socket)
    if (!queue) return
    this.#queues.delete(socket)
    this.#size -= queue.length
    this.#bytes -= queue.bytes
    socket.off('resume', queue.pause)
    socket.off('close', queue.discard)
  }

  #serveNext(waiting: WaitingRequest, response: ServerResponse, serve: () => void): void {
    const { request } = waiting
    const { socket } = request
    const queue = this.#queues.get(socket)
    if (!queue || socket.destroyed) return
    waiting.end()
    queue.length -= 1
    queue.bytes -= waiting.bytes
    this.#size -= 1
    this.#bytes -= waiting.bytes
    const { refuseRest } = queue
    if (queue.length === 0) {
      this.#close(socket)
      if (queue.isPaused) socket.resume()
      if (refuseRest && !request.complete) return void refuseRest(true)
      if (refuseRest) response.once('close', () => refuseRest(false))
    }
    serve()
  }
}

/** Stops the reading of a connection, also after each request that Node has parsed. */
function readNoFurther(socket: Socket, queue: Queue): void {
  if (queue.isPaused) return
  queue.isPaused = true
  socket.on('resume', queue.pause)
  socket.pause()
}

/** Counts the memory of a request while it waits. */
class WaitingRequest {
  readonly request: IncomingMessage
  bytes: number
  readonly #push: IncomingMessage['push']

  /** Tells `onBody` of each part of the body that arrives. */
  constructor(request: IncomingMessage, onBody: (bytes: number) => void) {
    this.request = request
    this.bytes = BYTES_PER_REQUEST + headBytesOf(request)
    this.#push = request.push
    request.push = (chunk: Buffer | null, encoding) => {
      const bytes = chunk?.length ?? 0
      this.bytes += bytes
      onBody(bytes)
      return this.#push.call(request, chunk, encoding)
    }
  }

  end(): void {
    this.request.push = this.#push
  }
}

function headBytesOf({ url = '', rawHeaders }: IncomingMessage): number {
  return rawHeaders.reduce((bytes, text) => bytes + text.length, url.length)
}
