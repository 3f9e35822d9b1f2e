import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'

/** Time in ms that a client may continue to send, or keep its side open, after its last response. */
export const LINGER_MS = 1_000
/** Value that makes Node's parser stop, as after an upgrade. */
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
 * Ends a connection after its last response, with the rest of that response, if any. Closes it only after a while: an
 * immediate reset could reach the client before it has read the response. If it were never closed, clients that do not
 * end their side would keep the connection for ever.
 */
export function endConnection(socket: Duplex, rest = ''): void {
  socket.end(rest)
  setTimeout(() => socket.destroy(), LINGER_MS).unref()
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
