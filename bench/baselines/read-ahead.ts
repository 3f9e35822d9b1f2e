/** Yields the same items, and requests each while the previous one is being used. */
export async function* readAhead<T>(items: AsyncIterable<T>): AsyncGenerator<T> {
  const iterator = items[Symbol.asyncIterator]()
  let next = iterator.next()
  for (;;) {
    const { done, value } = await next
    if (done) return
    next = iterator.next()
    next.catch(() => {}) // thrown when its turn comes
    yield value
  }
}
