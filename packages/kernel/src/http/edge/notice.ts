/** How often in ms the log is told of the same excess. */
const NOTICE_INTERVAL_MS = 60_000

/** Calls `tell` at most once a minute, however often it is asked to. */
export function noticeOf(tell: () => void): () => void {
  let toldAt = Number.NEGATIVE_INFINITY
  return () => {
    if (performance.now() - toldAt < NOTICE_INTERVAL_MS) return
    toldAt = performance.now()
    tell()
  }
}
