import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'

/**
 * The first message of PostgreSQL to who may ask. https://www.postgresql.org/docs/current/protocol-message-formats.html
 */
const READY_FOR_QUERY = Buffer.from([0x5a, 0, 0, 0, 5])

/** The network path to a server, in this process, with the faults that a network has. */
export class ServerPath {
  readonly #server: Server
  readonly #sockets = new Set<Socket>()
  #target: URL
  #isSilent = false
  #forgetsNew = false

  constructor(target: URL) {
    this.#target = target
    this.#server = createServer((near) => {
      const far = connect(Number(this.#target.port), this.#target.hostname)
      for (const [one, other] of [
        [near, far],
        [far, near],
      ] as const) {
        this.#sockets.add(one)
        if (!this.#isSilent) one.pipe(other)
        if (one === far) one.on('data', (chunk: Buffer) => this.#forgetWhenReady(chunk, [near, far]))
        one.on('error', () => other.destroy())
        one.on('close', () => {
          this.#sockets.delete(one)
          other.destroy()
        })
      }
    })
  }

  /** Opens it at a port of its own, which it returns. */
  async open(): Promise<number> {
    this.#server.listen(0, '127.0.0.1')
    await once(this.#server, 'listening')
    return (this.#server.address() as AddressInfo).port
  }

  /** Takes everything and passes nothing on, also from new connections, as a server does that hangs. */
  fallSilent(): void {
    this.#isSilent = true
    this.forgetConnections()
  }

  /**
   * Swallows what goes over open connections without a word, as a firewall does that has forgotten them; new ones work.
   */
  forgetConnections(): void {
    for (const socket of this.#sockets) socket.unpipe().on('data', () => {})
    this.#sockets.clear()
  }

  /** Swallows what goes over new connections as soon as PostgreSQL has let them in, or no longer. */
  forgetNewConnections(isForgetting: boolean): void {
    this.#forgetsNew = isForgetting
  }

  #forgetWhenReady(chunk: Buffer, sockets: readonly Socket[]): void {
    if (!this.#forgetsNew || !chunk.includes(READY_FOR_QUERY)) return
    for (const socket of sockets) {
      socket.unpipe().on('data', () => {})
      this.#sockets.delete(socket)
    }
  }

  /** Leads new connections to another server; those that are open stay as they are. */
  leadTo(target: URL): void {
    this.#target = target
  }

  /** Cuts all connections; new ones work. */
  recover(): void {
    this.#isSilent = false
    this.cut()
  }

  cut(): void {
    for (const socket of this.#sockets) socket.destroy()
    this.#sockets.clear()
  }

  close(): void {
    this.cut()
    this.#server.close()
  }
}
