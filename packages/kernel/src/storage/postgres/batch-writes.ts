import { type PgClient, socketOf } from './pg-internals.js'

/**
 * When the batch is sent: `microtasks`, after the pending microtasks and those that they queue; `iteration`, after all
 * callbacks of the current iteration of the event loop.
 */
export type BatchUntil = 'microtasks' | 'iteration'

/**
 * Corks the socket of a connection, so that all statements issued up to the given point are sent in one write: a write
 * costs about the same for many statements as for one. Has no effect during a batch: the first call determines when the
 * batch is sent.
 */
export function batchWrites(connection: PgClient, until: BatchUntil): void {
  const socket = socketOf(connection)
  if (socket.writableCorked > 0) return
  socket.cork()
  const send = () => socket.uncork()
  if (until === 'iteration') {
    setImmediate(send)
  } else {
    // One more round of microtasks, so that a COMMIT that one of the pending ones issues is part of the write
    process.nextTick(queueMicrotask, () => process.nextTick(send))
  }
}
