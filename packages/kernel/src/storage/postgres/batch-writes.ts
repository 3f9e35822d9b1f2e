import { type PgClient, socketOf } from './pg-internals.js'

/**
 * When the batch is sent: `callback`, after the current callback and its microtasks; `turn`, after all callbacks of the
 * current turn of the event loop.
 */
export type BatchUntil = 'callback' | 'turn'

/**
 * Corks the socket of a connection, so that all statements issued up to the given point are sent in one write: a write
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
