import type { Socket } from 'node:net'

const ignore = () => {}

/**
 * Keeps an error of a connection from ending the process. Node removes its own listener when a request asks for another
 * protocol, although the error of an earlier response may not have been emitted yet.
 */
export function tolerateErrors(socket: Socket): void {
  if (socket.listenerCount('error', ignore) === 0) socket.on('error', ignore)
}
