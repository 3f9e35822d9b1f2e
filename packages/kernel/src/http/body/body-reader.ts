import type { IncomingMessage } from 'node:http'
import { httpErrors } from '../http-errors.js'

/** Max total size of the bodies that are not yet complete. */
const MAX_INCOMPLETE_BYTES = 32 * 2 ** 20
/** Max time in ms for a body to arrive. */
const BODY_TIMEOUT_MS = 30_000
const EMPTY = Buffer.alloc(0)

/**
 * Reads request bodies into memory. Each is copied into a single growing buffer, because Node passes even a one-byte
 * chunk as a buffer of two hundred bytes. When the total size exceeds the limit, the oldest body is rejected.
 */
export class BodyReader {
  /** Bodies, oldest first. */
  readonly #bodies = new Set<IncompleteBody>()
  #bytes = 0

  /**
   * Reads the body of a request. Throws `BODY_TOO_LARGE` beyond `limit` bytes, `BODY_INCOMPLETE` if the client
   * disconnects, and `REQUEST_TIMEOUT`.
   */
  async read(request: IncomingMessage, limit: number): Promise<Buffer> {
    if (Number(request.headers['content-length'] ?? 0) > limit) throw httpErrors.BODY_TOO_LARGE({ limit })
    const body = new IncompleteBody(limit, (bytes) => this.#reserve(bytes))
    this.#bodies.add(body)
    const timer = setTimeout(() => body.abandon(), BODY_TIMEOUT_MS)
    try {
      return await body.receive(request)
    } finally {
      clearTimeout(timer)
      this.#bodies.delete(body)
      this.#bytes -= body.capacity
    }
  }

  #reserve(bytes: number): void {
    this.#bytes += bytes
    if (this.#bytes <= MAX_INCOMPLETE_BYTES) return
    const [oldest] = this.#bodies
    oldest?.abandon()
  }
}

class IncompleteBody {
  readonly #limit: number
  readonly #reserve: (bytes: number) => void
  #buffer: Buffer = EMPTY
  #length = 0
  #reject: (problem: Error) => void = () => {}

  /** `reserve` is called with the number of additional bytes whenever the buffer grows. */
  constructor(limit: number, reserve: (bytes: number) => void) {
    this.#limit = limit
    this.#reserve = reserve
  }

  /** Size of the buffer in bytes. */
  get capacity(): number {
    return this.#buffer.length
  }

  abandon(): void {
    this.#reject(httpErrors.REQUEST_TIMEOUT())
  }

  async receive(request: IncomingMessage): Promise<Buffer> {
    const onData = (chunk: Buffer | string) => this.#add(Buffer.isBuffer(chunk) ? chunk : Buffer.from(chunk))
    const onDisconnect = () => this.#reject(httpErrors.BODY_INCOMPLETE())
    try {
      await new Promise<void>((resolve, reject) => {
        this.#reject = reject
        request.on('data', onData).once('end', resolve).once('error', onDisconnect).once('close', onDisconnect)
      })
      return this.#buffer.subarray(0, this.#length)
    } catch (error) {
      request.pause()
      throw error
    } finally {
      request.off('data', onData).off('error', onDisconnect).off('close', onDisconnect)
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
    const growth = buffer.length - this.#buffer.length
    this.#buffer = buffer
    this.#reserve(growth)
  }
}
