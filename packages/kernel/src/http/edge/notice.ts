/** Min interval in ms between two notices of the same kind. */
const NOTICE_INTERVAL_MS = 60_000

/** Returns a function that calls `log` at most once a minute. */
export function noticeOf(log: () => void): () => void {
  let loggedAt = Number.NEGATIVE_INFINITY
  return () => {
    if (performance.now() - loggedAt < NOTICE_INTERVAL_MS) return
    loggedAt = performance.now()
    log()
  }
}
