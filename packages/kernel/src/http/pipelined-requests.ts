import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { cutConnection } from './cut-connection.js'
import { gatherChunks } from './gather-chunks.js'

/**
 * Requests that may wait at a time, those of all connections together: some 25 MB. A connection may have as many as the others leave free, so
 * that those who take the most are cut off first.
 */
const MAX_WAITING = 5_000

/** Requests of one connection that may wait, and bytes of their bodies, until it is read no further. To read on tells when its client goes away. */
const MAX_READ_AHEAD = 16
const MAX_BYTES_AHEAD = 65_536

/** How long the places of a connection that was cut are given to nobody. */
const WITHHELD_MS = 1_000

/** Whether Node has yet to finish the answer to an earlier request of the same connection. */
export function mustWait(response: ServerResponse): boolean {
  return response.socket === null && !response.writableFinished && !response.destroyed
}

/** Answers what came after other requests and cannot be parsed: the body of the last of them, or something else. */
type RefuseRest = (isInBody: boolean) => void

/** The requests of one connection that wait. */
interface Queue {
  length: number
  /** Of the bodies, but that of the last one. */
  bytes: number
  last: IncomingMessage
  isPaused: boolean
  /** Stops the reading of the connection; Node starts it again after each request that it has parsed. */
  readonly pause: () => void
  readonly discard: () => void
  refuseRest?: RefuseRest
}

/**
 * The requests that came before an earlier one of their connection was answered, which HTTP calls pipelining. Node hands over at once all
 * that it has read and keeps every answer until the client takes it: 64 KB of small requests can cost a gigabyte. Therefore each waits here
 * until the answer before it was sent. When more than a few wait, their connection is not read; when it closes, they are discarded.
 */
export class PipelinedRequests {
  readonly #queues = new Map<Socket, Queue>()
  readonly #onExcess: () => void
  #size = 0
  #withheld = 0

  /** Calls `onExcess` for each connection that is cut because too many requests wait already. */
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
    const queue = this.#queues.get(socket) ?? this.#open(request)
    if (queue.length >= MAX_WAITING - this.#size - this.#withheld) {
      this.#withhold(queue.length)
      this.#onExcess()
      cutConnection(socket)
      return
    }
    queue.length += 1
    this.#size += 1
    readAhead(queue, request)
    // Node tells so when the answer before is finished. Not within the same turn of the loop: other clients wait as well.
    response.once('socket', () => setImmediate(() => this.#serveNext({ request, response, serve })))
  }

  /** Calls `refuse` once the requests that wait are answered. Returns whether any do. */
  refuseRest(socket: Socket, refuse: RefuseRest): boolean {
    const queue = this.#queues.get(socket)
    if (queue) queue.refuseRest = refuse
    return queue !== undefined
  }

  /** Or else a flood of connections would have as many requests parsed for each of them. */
  #withhold(places: number): void {
    this.#withheld += places
    setTimeout(() => {
      this.#withheld -= places
    }, WITHHELD_MS).unref()
  }

  #open(request: IncomingMessage): Queue {
    const { socket } = request
    const handlers = { pause: () => void socket.pause(), discard: () => this.#close(socket) }
    const queue = { length: 0, bytes: 0, last: request, isPaused: false, ...handlers }
    this.#queues.set(socket, queue)
    socket.once('close', queue.discard)
    return queue
  }

  #close(socket: Socket): void {
    const queue = this.#queues.get(socket)
    if (!queue) return
    this.#queues.delete(socket)
    this.#size -= queue.length
    socket.off('resume', queue.pause)
    socket.off('close', queue.discard)
  }

  #serveNext({ request, response, serve }: WaitingRequest): void {
    const { socket } = request
    const queue = this.#queues.get(socket)
    if (!queue || socket.destroyed) return
    queue.length -= 1
    this.#size -= 1
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

/** Notes the next request of a queue, and stops the reading of its connection when that is enough. */
function readAhead(queue: Queue, request: IncomingMessage): void {
  if (queue.last !== request) queue.bytes += queue.last.readableLength
  queue.last = request
  if (queue.isPaused || (queue.length <= MAX_READ_AHEAD && queue.bytes <= MAX_BYTES_AHEAD)) return
  queue.isPaused = true
  request.socket.on('resume', queue.pause)
  request.socket.pause()
}

interface WaitingRequest {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly serve: () => void
}
