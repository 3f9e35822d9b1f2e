import type { IncomingMessage } from 'node:http'
import { httpErrors } from '../http-errors.js'

/** What all bodies that have not come to their end may hold together. */
const MAX_ARRIVING_BYTES = 32 * 2 ** 20
/** How long a body may take to arrive. */
const BODY_TIMEOUT_MS = 30_000
const NOTHING = Buffer.alloc(0)

/**
 * The bodies that are being read into memory. Each is one buffer that grows: Node hands over a chunk of one byte as a
 * buffer that takes two hundred. When all together hold too much, the one that has been arriving longest is given up.
 */
export class ArrivingBodies {
  /** By whom, the oldest first. */
  readonly #bodies = new Set<ArrivingBody>()
  #bytes = 0

  /**
   * Throws `BODY_TOO_LARGE` beyond `limit` bytes, `BODY_INCOMPLETE` when the client goes away, and `REQUEST_TIMEOUT`.
   */
  async read(request: IncomingMessage, limit: number): Promise<Buffer> {
    if (Number(request.headers['content-length'] ?? 0) > limit) throw httpErrors.BODY_TOO_LARGE({ limit })
    const body = new ArrivingBody(limit, (bytes) => this.#hold(bytes))
    this.#bodies.add(body)
    const timer = setTimeout(() => body.giveUp(), BODY_TIMEOUT_MS)
    try {
      return await body.receive(request)
    } finally {
      clearTimeout(timer)
      this.#bodies.delete(body)
      this.#bytes -= body.capacity
    }
  }

  #hold(bytes: number): void {
    this.#bytes += bytes
    if (this.#bytes <= MAX_ARRIVING_BYTES) return
    const [oldest] = this.#bodies
    oldest?.giveUp()
  }
}

class ArrivingBody {
  readonly #limit: number
  readonly #hold: (bytes: number) => void
  #buffer: Buffer = NOTHING
  #length = 0
  #reject: (problem: Error) => void = () => {}

  /** `hold` is told of each byte more that it takes of the memory. */
  constructor(limit: number, hold: (bytes: number) => void) {
    this.#limit = limit
    this.#hold = hold
  }

  /** Bytes of memory. */
  get capacity(): number {
    return this.#buffer.length
  }

  giveUp(): void {
    this.#reject(httpErrors.REQUEST_TIMEOUT())
  }

  async receive(request: IncomingMessage): Promise<Buffer> {
    const receive = (chunk: Buffer | string) => this.#add(Buffer.isBuffer(chunk) ? chunk : Buffer.from(chunk))
    const breakOff = () => this.#reject(httpErrors.BODY_INCOMPLETE())
    try {
      await new Promise<void>((resolve, reject) => {
        this.#reject = reject
        request.on('data', receive).once('end', resolve).once('error', breakOff).once('close', breakOff)
      })
      return this.#buffer.subarray(0, this.#length)
    } catch (error) {
      request.pause()
      throw error
    } finally {
      request.off('data', receive).off('error', breakOff).off('close', breakOff)
    }
  }

  #add(chunk: Buffer): void {
    const length = this.#length + chunk.length
    if (length > this.#limit) {
      this.#reject(httpErrors.BODY_TOO_LARGE({ limit: this.#limit }))
      return
    }
    if (this.#length === 0) this.#replace(chunk)
    else this.#append(chunk, length)
    this.#length = length
  }

  #append(chunk: Buffer, length: number): void {
    if (length > this.#buffer.length) {
      const larger = Buffer.allocUnsafe(Math.min(2 * length, this.#limit))
      this.#buffer.copy(larger, 0, 0, this.#length)
      this.#replace(larger)
    }
    chunk.copy(this.#buffer, this.#length)
  }

  #replace(buffer: Buffer): void {
    const more = buffer.length - this.#buffer.length
    this.#buffer = buffer
    this.#hold(more)
  }
}
