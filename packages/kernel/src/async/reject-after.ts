/** Number of periods of a timeout. However long the event loop is blocked, at most one of them passes meanwhile. */
const PERIODS = 10

/**
 * Settles as `work` does, or rejects with `timeoutError()` if `work` takes longer than `timeoutMs`. The timeout is
 * cancelled as soon as `until` settles; by default `until` is `work`. The timer keeps the process alive.
 *
 * The timeout may be late: while the event loop is blocked or the process is suspended, at most one of its periods
 * passes, and results that have arrived in the meantime are processed before it rejects.
 */
export function rejectAfter<T>(
  timeoutMs: number,
  work: Promise<T>,
  timeoutError: () => Error,
  until: Promise<unknown> = work,
): Promise<T> {
  return new Promise((resolve, reject) => {
    let periods = 0
    const onPeriod = () => {
      periods += 1
      if (periods < PERIODS) timer.refresh()
      else setImmediate(() => isPending && reject(timeoutError())) // after the results that have arrived
    }
    const timer = setTimeout(onPeriod, timeoutMs / PERIODS)
    let isPending = true
    const clear = () => {
      isPending = false
      clearTimeout(timer)
    }
    until.then(clear, clear)
    work.then(resolve, reject)
  })
}
