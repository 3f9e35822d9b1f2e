import { type PgClient, socketOf } from './pg-internals.js'

/**
 * Until when: the end of the callback that runs, with all its promises; or of the turn of the event loop, with all
 * callbacks of it.
 */
export type Gathering = 'callback' | 'turn'

/** Sends at once what is asked until then: each write to a socket takes as long as all of it. */
export function gather(connection: PgClient, until: Gathering): void {
  const socket = socketOf(connection)
  if (socket.writableCorked > 0) return
  socket.cork()
  const send = () => socket.uncork()
  if (until === 'turn') setImmediate(send)
  // A COMMIT is asked after the first end of all promises
  else process.nextTick(queueMicrotask, () => process.nextTick(send))
}
