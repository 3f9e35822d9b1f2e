import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A server on a free port. */
export interface LocalServer {
  /** The base URL for a client. */
  readonly url: string
  stop(): Promise<void>
}

/** Starts a server with a test's own handler, to cause faults of the connection itself. */
export async function serveLocally(
  handle: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<LocalServer> {
  const server = createServer(handle)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const stop = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`, stop }
}
