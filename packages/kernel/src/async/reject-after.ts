/**
 * Settles as `work` does, or rejects with the result of `lateError` if that takes longer than `timeoutMs`; `within`
 * resolves instead. The timeout applies only until `until` settles, by default `work` itself. The timer keeps the
 * process alive.
 */
export function rejectAfter<T>(
  timeoutMs: number,
  work: Promise<T>,
  lateError: () => Error,
  until: Promise<unknown> = work,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(lateError()), timeoutMs)
    const clear = () => clearTimeout(timer)
    until.then(clear, clear)
    work.then(resolve, reject)
  })
}
