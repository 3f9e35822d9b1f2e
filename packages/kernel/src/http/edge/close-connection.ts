import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'

/** Value that tells Node's parser to stop, as after an upgrade. */
const STOP_PARSING = 2

/**
 * Closes a connection immediately, from within the listener of a request. Stops Node from parsing further requests in
 * the data that it has already read: up to 64 KB, or thousands of requests, which would stay in memory until all other
 * connections were read.
 */
export function closeConnection(socket: Socket): void {
  stopParsing(socket)
  socket.destroy()
}

/**
 * Stops Node from parsing further requests of a connection, including data that it has already read. Responses in
 * progress are not affected.
 */
export function stopParsing(socket: Socket): void {
  const { parser } = socket as { parser?: { onIncoming?: typeof discard } | null }
  if (parser) parser.onIncoming = discard
}

/** Discards a request. As an upgrade, it would reach the `upgrade` listeners of a host, or close the connection. */
function discard(request: IncomingMessage & { upgrade?: boolean }): number {
  request.upgrade = false
  return STOP_PARSING
}
