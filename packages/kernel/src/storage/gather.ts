import type { PooledConnection } from './pooled-connection.js'

/** A connection of pg whose socket can hold back what is written. */
export interface GatheringConnection extends PooledConnection {
  readonly connection: {
    readonly stream: { readonly writableCorked: number; cork(): void; uncork(): void }
  }
}

/** Sends what is asked until the end of this turn of the event loop at once: each write to a socket takes as long as all of it. */
export function gather({ connection: { stream } }: GatheringConnection): void {
  if (stream.writableCorked > 0) return
  stream.cork()
  setImmediate(() => stream.uncork())
}
