import type { IncomingMessage } from 'node:http'

/** Size in bytes below which chunks are combined, and max size of a combined chunk. */
const SMALL_CHUNK_BYTES = 1_024
const MAX_COMBINED_BYTES = 4_096
/**
 * Size in bytes below which chunks are tiny, and how many of them a body may have. Node takes as long for one byte as
 * for a kilobyte: 64 KB, which it reads at once, would be more than 10,000 chunks, and delay all other clients.
 */
const TINY_CHUNK_BYTES = 16
const MAX_TINY_CHUNKS = 1_000

/** Requests whose chunks are already being combined. */
const combining = new WeakSet<IncomingMessage>()

/**
 * Combines small chunks of a body into larger ones: the chunks of one packet, and all chunks that arrive while nothing
 * reads the body. Otherwise even a one-byte chunk takes a buffer of two hundred bytes, but counts as one byte against
 * the limit of a paused stream. Calls `refuse` for a body with too many tiny chunks, and discards the rest of it.
 */
export function combineSmallChunks(request: IncomingMessage, refuse: () => void): void {
  const { 'transfer-encoding': coding, 'content-length': length = '0' } = request.headers
  if ((coding === undefined && length === '0') || combining.has(request)) return
  combining.add(request)
  const push = request.push.bind(request)
  const chunks = new CombinedChunks((chunk) => push(chunk))
  const flush = () => chunks.flush()
  request.on('newListener', (event) => {
    if (event === 'data' || event === 'readable') process.nextTick(flush)
  })
  let tinyCount = 0
  let isRefused = false
  request.push = (chunk: Buffer | null, encoding) => {
    if (isRefused) return false
    if (coding !== undefined && chunk !== null && chunk.length < TINY_CHUNK_BYTES) tinyCount += 1
    if (tinyCount > MAX_TINY_CHUNKS) {
      isRefused = true
      refuse()
      return false
    }
    if (chunk === null || chunk.length >= SMALL_CHUNK_BYTES || chunk.length === Number(length)) {
      flush()
      return push(chunk, encoding)
    }
    if (chunks.isEmpty && hasReader(request)) process.nextTick(flush)
    return chunks.add(chunk)
  }
}

function hasReader(request: IncomingMessage): boolean {
  return request.listenerCount('data') + request.listenerCount('readable') > 0
}

class CombinedChunks {
  readonly #push: (chunk: Buffer) => boolean
  #gathered: Buffer | undefined
  #length = 0
  #acceptsMore = true

  constructor(push: (chunk: Buffer) => boolean) {
    this.#push = push
  }

  get isEmpty(): boolean {
    return this.#length === 0
  }

  /** Adds a chunk. Returns whether more may be added, as `Readable.push` does. */
  add(chunk: Buffer): boolean {
    if (this.#length + chunk.length > MAX_COMBINED_BYTES) this.flush()
    this.#gathered ??= Buffer.allocUnsafeSlow(MAX_COMBINED_BYTES)
    this.#length += chunk.copy(this.#gathered, this.#length)
    return this.#acceptsMore
  }

  flush(): void {
    if (!this.#gathered || this.isEmpty) return
    const chunk = Buffer.from(this.#gathered.subarray(0, this.#length))
    this.#gathered = undefined
    this.#length = 0
    this.#acceptsMore = this.#push(chunk)
  }
}
