/** Number of timers that measure a timeout one after the other. */
const PARTS = 10

/**
 * Settles as `work` does, or rejects with the result of `timeoutError` if that takes longer than `timeoutMs`; `within`
 * resolves instead. The timeout applies only until `until` settles, by default `work` itself. The timer keeps the
 * process alive.
 *
 * However long the event loop is blocked or the process is suspended, that counts as at most one of `PARTS` parts of
 * the timeout, and what arrived meanwhile is read before the timeout ends. A busy loop lengthens the timeout.
 */
export function rejectAfter<T>(
  timeoutMs: number,
  work: Promise<T>,
  timeoutError: () => Error,
  until: Promise<unknown> = work,
): Promise<T> {
  return new Promise((resolve, reject) => {
    let parts = 0
    const onPart = () => {
      parts += 1
      if (parts < PARTS) timer.refresh()
      else setImmediate(() => isOpen && reject(timeoutError())) // after the results that have arrived
    }
    const timer = setTimeout(onPart, timeoutMs / PARTS)
    let isOpen = true
    const clear = () => {
      isOpen = false
      clearTimeout(timer)
    }
    until.then(clear, clear)
    work.then(resolve, reject)
  })
}
