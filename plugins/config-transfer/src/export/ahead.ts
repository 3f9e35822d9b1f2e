/** Requests the next element while the current one is used. */
export async function* ahead<T>(source: AsyncIterator<T>): AsyncGenerator<T> {
  let next = source.next()
  try {
    for (;;) {
      const { value, done } = await next
      if (done) return
      next = source.next()
      next.catch(() => {}) // `await next` throws it
      yield value
    }
  } finally {
    await next.catch(() => {})
    await source.return?.()
  }
}
