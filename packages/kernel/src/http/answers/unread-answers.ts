import type { ServerResponse } from 'node:http'

/** What answers that nobody has taken yet may hold together. */
const MAX_UNREAD_BYTES = 32 * 2 ** 20
/** Smaller ones are not counted: those of all connections together are no more than that. */
const MIN_COUNTED_BYTES = 16_384

/**
 * The large answers that their clients have not taken yet. Node keeps each until it is taken, however many there are;
 * here those that have waited longest are cut off when all together are too many. Bytes that many are sent are in
 * memory once, and count once.
 */
export class UnreadAnswers {
  /** The oldest first. */
  readonly #unread = new Map<ServerResponse, Buffer>()
  /** How many have yet to take the same bytes. */
  readonly #takers = new Map<Buffer, number>()
  #bytes = 0

  /** Sends the body of an answer. */
  end(response: ServerResponse, body: string | Buffer): void {
    if (Buffer.byteLength(body) < MIN_COUNTED_BYTES) return void response.end(body)
    const bytes = Buffer.isBuffer(body) ? body : Buffer.from(body)
    this.#keep(response, bytes)
    response.once('close', () => this.#forget(response))
    response.end(bytes)
    this.#cutOffOldest()
  }

  #keep(response: ServerResponse, bytes: Buffer): void {
    const takers = this.#takers.get(bytes) ?? 0
    if (takers === 0) this.#bytes += bytes.length
    this.#takers.set(bytes, takers + 1)
    this.#unread.set(response, bytes)
  }

  #forget(response: ServerResponse): void {
    const bytes = this.#unread.get(response)
    if (!bytes) return
    this.#unread.delete(response)
    const left = (this.#takers.get(bytes) ?? 1) - 1
    if (left > 0) return void this.#takers.set(bytes, left)
    this.#takers.delete(bytes)
    this.#bytes -= bytes.length
  }

  #cutOffOldest(): void {
    for (const response of this.#unread.keys()) {
      if (this.#bytes <= MAX_UNREAD_BYTES || this.#unread.size === 1) return
      this.#forget(response)
      response.destroy()
    }
  }
}
