import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import { answersIn, type ReceivedAnswers } from './http-text.js'

/** Time in ms without a byte after which a connection is given up: longer than any limit of the service. */
const IDLE_TIMEOUT_MS = 60_000

/** A connection to a server on which bytes are written as they are. */
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
    socket.on('error', () => {}) // a reset ends it as well
    socket.on('data', (chunk) => this.#received.push(chunk))
    this.#closed = new Promise((resolve) => socket.once('close', () => resolve()))
  }

  /** Does nothing once the server has closed the connection. */
  write(bytes: Buffer): void {
    if (this.#socket.writable) this.#socket.write(bytes)
  }

  /** Writes the bytes between each two of these places by themselves, with a turn of the event loop after each. */
  async writeInPieces(bytes: Buffer, places: readonly number[]): Promise<void> {
    const ends = [...places, bytes.length].sort((one, other) => one - other)
    let start = 0
    for (const end of ends) {
      this.write(bytes.subarray(start, end))
      start = end
      await turn()
    }
  }

  /** Resolves when the first bytes have come back, or none will. */
  firstBytes(): Promise<unknown> {
    if (this.#received.length > 0) return Promise.resolve()
    return Promise.race([new Promise((resolve) => this.#socket.once('data', resolve)), this.#closed])
  }

  /** Sends nothing more, and waits for answers. */
  endSending(): void {
    this.#socket.end()
  }

  /** Breaks the connection off, and waits for nothing. */
  reset(): void {
    if (this.#socket.writable) this.#socket.resetAndDestroy()
    else this.#socket.destroy() // Node never closes a socket that is reset while it ends
  }

  /** Resolves to what came back when the server has closed the connection. */
  async answers(): Promise<ReceivedAnswers> {
    await this.#closed
    return answersIn(Buffer.concat(this.#received))
  }
}
