import { type PgClient, socketOf } from './pg-internals.js'

/**
 * When gathered statements are sent: `callback`, once the current callback and its microtasks are done; `turn`, once
 * all callbacks of the current turn of the event loop are done.
 */
export type BatchUntil = 'callback' | 'turn'

/**
 * Corks the socket, so that all statements issued until the end of the callback or turn go out in one write: a write
 * costs about the same for many statements as for one.
 */
export function batchWrites(connection: PgClient, until: BatchUntil): void {
  const socket = socketOf(connection)
  if (socket.writableCorked > 0) return
  socket.cork()
  const send = () => socket.uncork()
  if (until === 'turn') setImmediate(send)
  // After one more round of promise callbacks, so that a COMMIT issued by one of them is part of the write
  else process.nextTick(queueMicrotask, () => process.nextTick(send))
}
