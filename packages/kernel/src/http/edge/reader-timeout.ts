import type { ServerResponse } from 'node:http'

/**
 * Max time in ms for which a client may read nothing of a pending response. Node allows the same time once more if the
 * client has read some before.
 */
export const READER_TIMEOUT_MS = 15_000

/** Interval in ms at which a streamed response is checked for a client that does not read. */
const CHECK_INTERVAL_MS = 1_000

/**
 * Closes the connection of a streamed response if its client reads nothing for too long, so that it does not keep what
 * the stream holds. Checks only while data wait for the client, because a source may be slow. Returns a function that
 * ends the check.
 */
export function endIfUnread(response: ServerResponse): () => void {
  const { socket } = response
  if (!socket) return () => {}
  const { timeout = 0 } = socket
  let isWaiting = false
  const watch = (waits: boolean) => {
    if (waits === isWaiting) return
    isWaiting = waits
    socket.setTimeout(waits ? READER_TIMEOUT_MS : timeout) // a client that reads only a little resets it
  }
  const timer = setInterval(() => watch(response.writableNeedDrain), CHECK_INTERVAL_MS).unref()
  return () => {
    clearInterval(timer)
    watch(false)
  }
}
