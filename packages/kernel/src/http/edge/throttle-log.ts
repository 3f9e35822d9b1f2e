/** Min interval in ms between two calls of `log`. */
const LOG_INTERVAL_MS = 60_000

/** Returns a function that calls `log`, but not more often than once a minute. */
export function throttleLog(log: () => void): () => void {
  let loggedAt = Number.NEGATIVE_INFINITY
  return () => {
    if (performance.now() - loggedAt < LOG_INTERVAL_MS) return
    loggedAt = performance.now()
    log()
  }
}
