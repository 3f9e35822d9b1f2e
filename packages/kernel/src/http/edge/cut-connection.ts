import type { Socket } from 'node:net'

/** What Node's parser is told of an upgrade: that nothing else is HTTP. */
const STOP_PARSING = 2

/**
 * Closes a connection at once, from within the listener of a request. Keeps Node from making further requests of what
 * it has read already, 64 KB at most: thousands that stay in memory until all other connections were read.
 */
export function cutConnection(socket: Socket): void {
  stopParsing(socket)
  socket.destroy()
}

/**
 * Keeps Node from making further requests of a connection, also of what it has read already; what is answered is
 * answered.
 */
export function stopParsing(socket: Socket): void {
  const { parser } = socket as { parser?: { onIncoming?: unknown } | null }
  if (parser) parser.onIncoming = () => STOP_PARSING
}
