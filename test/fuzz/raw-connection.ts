import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import { type ReceivedResponses, responsesIn } from './http-text.js'

/** How long a connection may be idle before it is closed: longer than any timeout of the service. */
const IDLE_TIMEOUT_MS = 60_000

/** A connection on which bytes are written unchanged. */
export class RawConnection {
  readonly #socket: Socket
  readonly #received: Buffer[] = []
  readonly #closed: Promise<void>

  static async open(url: string): Promise<RawConnection> {
    const { hostname, port } = new URL(url)
    const socket = connect(Number(port), hostname)
    await once(socket, 'connect')
    return new RawConnection(socket.setNoDelay())
  }

  private constructor(socket: Socket) {
    this.#socket = socket
    socket.setTimeout(IDLE_TIMEOUT_MS, () => socket.destroy())
    socket.on('error', () => {}) // after a reset, 'close' follows
    socket.on('data', (chunk) => this.#received.push(chunk))
    this.#closed = new Promise((resolve) => socket.once('close', () => resolve()))
  }

  /** Writes bytes, unless the server has closed the connection. */
  write(bytes: Buffer): void {
    if (this.#socket.writable) this.#socket.write(bytes)
  }

  /** Splits the bytes at these offsets and writes the pieces one by one, yielding to the event loop after each. */
  async writeInPieces(bytes: Buffer, offsets: readonly number[]): Promise<void> {
    const ends = [...offsets, bytes.length].sort((one, other) => one - other)
    let start = 0
    for (const end of ends) {
      this.write(bytes.subarray(start, end))
      start = end
      await turn()
    }
  }

  /** Resolves when the first bytes have been received, or the connection has closed. */
  firstBytes(): Promise<unknown> {
    if (this.#received.length > 0) return Promise.resolve()
    return Promise.race([new Promise((resolve) => this.#socket.once('data', resolve)), this.#closed])
  }

  /** Half-closes the connection: responses can still arrive. */
  endSending(): void {
    this.#socket.end()
  }

  /** Resets the connection (RST). */
  reset(): void {
    if (this.#socket.writable) this.#socket.resetAndDestroy()
    else this.#socket.destroy() // Node never closes a socket that is reset after end()
  }

  /** Resolves to everything that was received, when the connection has closed. */
  async responses(): Promise<ReceivedResponses> {
    await this.#closed
    return responsesIn(Buffer.concat(this.#received))
  }
}
