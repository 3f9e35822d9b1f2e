import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { combineSmallChunks } from '../body/combine-small-chunks.js'
import { closeConnection } from './close-connection.js'
import { isUpgradeResponse } from './unsupported-request.js'

/**
 * Max memory of the waiting requests of all connections: their heads, the part of their bodies that has arrived, and
 * the overhead of Node. A connection that uses more than is still free is closed, so the largest are closed first.
 */
const MAX_WAITING_BYTES = 12 * 2 ** 20
/** Overhead of Node for a request and its response. */
const BYTES_PER_REQUEST = 5_000

/**
 * Max number of waiting requests of a connection, and max memory in bytes that they may use, while Node continues to
 * read the connection. Reading must not stop earlier, because only reading shows that a client has disconnected.
 */
const MAX_REQUESTS_AHEAD = 16
const MAX_BYTES_AHEAD = 131_072

/** Time in ms for which the memory of a closed connection is not available to others. */
const WITHHELD_MS = 1_000

/** Returns whether Node has not yet finished the response to an earlier request of the same connection. */
export function mustWait(request: IncomingMessage, response: ServerResponse): boolean {
  if (isUpgradeResponse(request, response)) return false
  return response.socket === null && !response.writableFinished && !response.destroyed
}

/** Rejects unparseable data that follows other requests. `isInBody` means in the body of the last of them. */
type RejectUnparsed = (isInBody: boolean) => void

/** The waiting requests of one connection. */
interface Queue {
  length: number
  bytes: number
  isPaused: boolean
  /** Pauses the reading of the connection again, because Node resumes it after each request that it has parsed. */
  readonly pause: () => void
  readonly discard: () => void
  rejectUnparsed?: RejectUnparsed
}

/**
 * Requests that arrived before the response to an earlier request of their connection was sent (HTTP pipelining). Node
 * emits all requests that it has read at once, and buffers every response until the client reads it: 64 KB of small
 * requests can cost a gigabyte. Therefore each request waits here until the response before it is sent. If more than a
 * few wait, their connection is not read; if it closes, they are discarded.
 */
export class PipelinedRequests {
  readonly #queues = new Map<Socket, Queue>()
  readonly #onExcess: () => void
  #size = 0
  #bytes = 0
  #withheldBytes = 0

  /** `onExcess` is called for each connection that is closed because waiting requests use too much memory. */
  constructor(onExcess: () => void) {
    this.#onExcess = onExcess
  }

  /** Number of waiting requests of all connections. */
  get size(): number {
    return this.#size
  }

  /** Returns whether a connection has waiting requests. */
  hasOn(socket: Socket): boolean {
    return this.#queues.has(socket)
  }

  /** Calls `serve` when the responses to earlier requests are sent; never if the connection closes before that. */
  add(request: IncomingMessage, response: ServerResponse, serve: () => void): void {
    const { socket } = request
    if (socket.destroyed) return
    combineSmallChunks(request, () => closeConnection(socket))
    const queue = this.#queues.get(socket) ?? this.#open(socket)
    const waiting = new WaitingRequest(request, (bytes) => this.#reserve(socket, bytes))
    queue.length += 1
    this.#size += 1
    this.#reserve(socket, waiting.bytes)
    // Node emits `socket` when the previous response is finished. The next turn of the loop lets other clients run
    // first.
    response.once('socket', () => setImmediate(() => this.#serveNext(waiting, response, serve)))
  }

  #reserve(socket: Socket, bytes: number): void {
    const queue = this.#queues.get(socket)
    if (!queue || socket.destroyed) return
    queue.bytes += bytes
    this.#bytes += bytes
    if (queue.bytes > MAX_WAITING_BYTES - this.#bytes - this.#withheldBytes) this.#closeForExcess(socket, queue)
    else if (queue.length > MAX_REQUESTS_AHEAD || queue.bytes > MAX_BYTES_AHEAD) pauseReading(socket, queue)
  }

  #closeForExcess(socket: Socket, { bytes }: Queue): void {
    this.#close(socket)
    this.#withhold(bytes)
    this.#onExcess()
    closeConnection(socket)
  }

  /** Calls `refuse` when the responses to all waiting requests are sent. Returns whether there are any. */
  rejectUnparsed(socket: Socket, refuse: RejectUnparsed): boolean {
    const queue = this.#queues.get(socket)
    if (queue) queue.rejectUnparsed = refuse
    return queue !== undefined
  }

  /** Delays the reuse of memory: otherwise each connection of a flood could use what the one before it has released. */
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
    const { rejectUnparsed } = queue
    if (queue.length === 0) {
      this.#close(socket)
      if (queue.isPaused) socket.resume()
      if (rejectUnparsed && !request.complete) return void rejectUnparsed(true)
      if (rejectUnparsed) response.once('close', () => rejectUnparsed(false))
    }
    serve()
  }
}

/** Pauses the reading of a connection, and again whenever Node resumes it. */
function pauseReading(socket: Socket, queue: Queue): void {
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

  /** `onBody` is called with the size of each chunk of the body that arrives. */
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
