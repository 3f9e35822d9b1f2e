import type { ServerResponse } from 'node:http'

/** What answers that nobody has taken yet may hold together. */
const MAX_UNREAD_BYTES = 32 * 2 ** 20
/** Smaller ones are not counted: those of all connections together are no more than that. */
const MIN_COUNTED_BYTES = 16_384

/**
 * The large answers that their clients have not taken yet. Node keeps each until it is taken, however many there are; here those that have
 * waited longest are cut off when all together are too many.
 */
export class UnreadAnswers {
  /** Their bytes, the oldest first. */
  readonly #unread = new Map<ServerResponse, number>()
  #bytes = 0

  /** Sends the body of an answer. */
  end(response: ServerResponse, body: string | Buffer): void {
    const bytes = Buffer.byteLength(body)
    if (bytes < MIN_COUNTED_BYTES) return void response.end(body)
    this.#unread.set(response, bytes)
    this.#bytes += bytes
    response.once('close', () => this.#forget(response))
    response.end(typeof body === 'string' ? Buffer.from(body) : body)
    this.#cutOffOldest()
  }

  #forget(response: ServerResponse): void {
    this.#bytes -= this.#unread.get(response) ?? 0
    this.#unread.delete(response)
  }

  #cutOffOldest(): void {
    for (const response of this.#unread.keys()) {
      if (this.#bytes <= MAX_UNREAD_BYTES || this.#unread.size === 1) return
      this.#forget(response)
      response.destroy()
    }
  }
}
