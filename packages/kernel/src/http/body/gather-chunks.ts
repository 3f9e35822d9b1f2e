import type { IncomingMessage } from 'node:http'

/** Chunks of fewer bytes are gathered, up to as many of them. */
const SMALL_CHUNK_BYTES = 1_024
const GATHERED_BYTES = 4_096

/** Requests whose chunks are gathered. */
const gathering = new WeakSet<IncomingMessage>()

/**
 * Makes one chunk of the small ones that come in one packet. Each would be a buffer of two hundred bytes, even of one
 * byte, and a stream that waits for its reader counts their bytes only.
 */
export function gatherChunks(request: IncomingMessage): void {
  if (request.headers['transfer-encoding'] === undefined || gathering.has(request)) return
  gathering.add(request)
  const push = request.push.bind(request)
  const gathered = Buffer.allocUnsafeSlow(GATHERED_BYTES)
  let length = 0
  let mayTakeMore = true
  const flush = () => {
    if (length === 0) return
    const chunk = Buffer.from(gathered.subarray(0, length))
    length = 0
    mayTakeMore = push(chunk)
  }
  request.push = (chunk: Buffer | null, encoding) => {
    if (chunk === null || chunk.length >= SMALL_CHUNK_BYTES) {
      flush()
      return push(chunk, encoding)
    }
    if (length + chunk.length > GATHERED_BYTES) flush()
    if (length === 0) process.nextTick(flush)
    length += chunk.copy(gathered, length)
    return mayTakeMore
  }
}
