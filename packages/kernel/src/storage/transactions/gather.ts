import type { PooledConnection } from './pooled-connection.js'

/** A connection of pg whose socket can hold back what is written. */
export interface GatheringConnection extends PooledConnection {
  readonly connection: {
    readonly stream: { readonly writableCorked: number; cork(): void; uncork(): void }
  }
}

/**
 * Until when: the end of the callback that runs, with all its promises; or of the turn of the event loop, with all
 * callbacks of it.
 */
export type Gathering = 'callback' | 'turn'

/** Sends at once what is asked until then: each write to a socket takes as long as all of it. */
export function gather({ connection: { stream } }: GatheringConnection, until: Gathering): void {
  if (stream.writableCorked > 0) return
  stream.cork()
  const send = () => stream.uncork()
  if (until === 'turn') setImmediate(send)
  // A COMMIT is asked after the first end of all promises
  else process.nextTick(queueMicrotask, () => process.nextTick(send))
}
