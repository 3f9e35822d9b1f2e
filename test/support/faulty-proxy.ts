import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'

/**
 * PostgreSQL's message that a connection is ready for queries. See
 * https://www.postgresql.org/docs/current/protocol-message-formats.html
 */
const READY_FOR_QUERY = Buffer.from([0x5a, 0, 0, 0, 5])

/** A TCP proxy that simulates network faults between a client and a server. */
export class FaultyProxy {
  readonly #server: Server
  readonly #sockets = new Set<Socket>()
  #target: URL
  #isSilent = false
  #isForgettingNew = false
  #onCommit: (() => void) | undefined
  #commitsAlways = false

  constructor(target: URL) {
    this.#target = target
    this.#server = createServer((client) => {
      const server = connect(Number(this.#target.port), this.#target.hostname)
      client.on('data', (chunk: Buffer) => this.#watchForCommit(chunk, [client, server]))
      client.on('data', (chunk: Buffer) => this.#changeRollback(chunk))
      for (const [one, other] of [
        [client, server],
        [server, client],
      ] as const) {
        this.#sockets.add(one)
        if (!this.#isSilent) one.pipe(other)
        if (one === server) one.on('data', (chunk: Buffer) => this.#forgetWhenReady(chunk, [client, server]))
        one.on('error', () => other.destroy())
        one.on('close', () => {
          this.#sockets.delete(one)
          other.destroy()
        })
      }
    })
  }

  /** Listens on a port, by default a free one, and returns it. */
  async open(port = 0): Promise<number> {
    this.#server.listen(port, '127.0.0.1')
    await once(this.#server, 'listening')
    return (this.#server.address() as AddressInfo).port
  }

  /** Accepts all data and forwards none, even on new connections, like a server that hangs. */
  fallSilent(): void {
    this.#isSilent = true
    this.forgetConnections()
  }

  /** Silently drops the data of open connections, like a firewall that has forgotten them. New connections work. */
  forgetConnections(): void {
    for (const socket of this.#sockets) socket.unpipe().on('data', () => {})
    this.#sockets.clear()
  }

  /** Enables or disables dropping the data of new connections once PostgreSQL has accepted them. */
  forgetNewConnections(isEnabled: boolean): void {
    this.#isForgettingNew = isEnabled
  }

  /** Forwards the next COMMIT, but not the response to it: cuts the connection instead, and calls `onLost`. */
  loseResponseToCommit(onLost: () => void = () => {}): void {
    this.#onCommit = onLost
  }

  /** Makes each ROLLBACK a COMMIT, like a server without transactions. */
  commitAlways(): void {
    this.#commitsAlways = true
  }

  #changeRollback(chunk: Buffer): void {
    const start = chunk.indexOf('ROLLBACK\0')
    if (this.#commitsAlways && start >= 0) chunk.write('COMMIT  ', start)
  }

  #watchForCommit(chunk: Buffer, [client, server]: readonly [Socket, Socket]): void {
    const onLost = this.#onCommit
    if (!onLost || !chunk.includes('COMMIT\0')) return
    this.#onCommit = undefined
    const lose = () => {
      client.destroy()
      onLost()
    }
    server.unpipe(client).once('data', lose).resume()
  }

  #forgetWhenReady(chunk: Buffer, sockets: readonly Socket[]): void {
    if (!this.#isForgettingNew || !chunk.includes(READY_FOR_QUERY)) return
    for (const socket of sockets) {
      socket.unpipe().on('data', () => {})
      this.#sockets.delete(socket)
    }
  }

  /** Directs new connections to another server. Open ones remain with the previous one. */
  redirectTo(target: URL): void {
    this.#target = target
  }

  /** Closes all connections and forwards the data of new ones again. */
  recover(): void {
    this.#isSilent = false
    this.cut()
  }

  /** Closes all connections. */
  cut(): void {
    for (const socket of this.#sockets) socket.destroy()
    this.#sockets.clear()
  }

  close(): void {
    this.cut()
    this.#server.close()
  }
}
