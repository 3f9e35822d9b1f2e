import { type PgClient, socketOf } from './pg-internals.js'

/**
 * Time until which statements are gathered: the end of the current callback with all its promises, or of the current
 * turn of the event loop with all its callbacks.
 */
export type Gathering = 'callback' | 'turn'

/**
 * Sends all statements issued until then in one write, because each write to a socket takes as long as all of them
 * together.
 */
export function gather(connection: PgClient, until: Gathering): void {
  const socket = socketOf(connection)
  if (socket.writableCorked > 0) return
  socket.cork()
  const send = () => socket.uncork()
  if (until === 'turn') setImmediate(send)
  // COMMIT is issued after all promise callbacks have run once
  else process.nextTick(queueMicrotask, () => process.nextTick(send))
}
