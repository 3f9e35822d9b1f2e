import type { ServerResponse } from 'node:http'

/** Max total size of the unread responses. */
const MAX_UNREAD_BYTES = 32 * 2 ** 20
/** Min size of a counted response. Smaller ones of all connections together stay below the limit. */
const MIN_COUNTED_BYTES = 16_384

/**
 * Tracks large responses that their clients have not read yet. Node buffers each of them without a limit; here the
 * oldest are aborted when their total size exceeds the limit. Bytes shared by several responses are in memory once and
 * are counted once.
 */
export class UnreadResponses {
  /** Bodies by response, oldest first. */
  readonly #unread = new Map<ServerResponse, Buffer>()
  /** Number of unread responses by body. */
  readonly #readers = new Map<Buffer, number>()
  #bytes = 0

  /** Sends the body of a response. */
  end(response: ServerResponse, body: string | Buffer): void {
    if (Buffer.byteLength(body) < MIN_COUNTED_BYTES) return void response.end(body)
    const bytes = Buffer.isBuffer(body) ? body : Buffer.from(body)
    this.#track(response, bytes)
    response.once('close', () => this.#untrack(response))
    response.end(bytes)
    this.#abortOldest()
  }

  #track(response: ServerResponse, bytes: Buffer): void {
    const readers = this.#readers.get(bytes) ?? 0
    if (readers === 0) this.#bytes += bytes.length
    this.#readers.set(bytes, readers + 1)
    this.#unread.set(response, bytes)
  }

  #untrack(response: ServerResponse): void {
    const bytes = this.#unread.get(response)
    if (!bytes) return
    this.#unread.delete(response)
    const remaining = (this.#readers.get(bytes) ?? 1) - 1
    if (remaining > 0) return void this.#readers.set(bytes, remaining)
    this.#readers.delete(bytes)
    this.#bytes -= bytes.length
  }

  #abortOldest(): void {
    for (const response of this.#unread.keys()) {
      if (this.#bytes <= MAX_UNREAD_BYTES || this.#unread.size === 1) return
      this.#untrack(response)
      response.destroy()
    }
  }
}
