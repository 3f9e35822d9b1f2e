/** Yields the elements of a source. Requests the next element while the current one is used. */
export async function* readAhead<T>(source: AsyncIterator<T>): AsyncGenerator<T> {
  let next = source.next()
  try {
    for (;;) {
      const { value, done } = await next
      if (done) return
      next = source.next()
      next.catch(() => {}) // the error is thrown by `await next`
      yield value
    }
  } finally {
    await next.catch(() => {})
    await source.return?.()
  }
}
