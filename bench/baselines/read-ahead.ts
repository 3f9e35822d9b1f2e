/** Yields the items, and requests each one while the consumer uses the previous one. */
export async function* readAhead<T>(items: AsyncIterable<T>): AsyncGenerator<T> {
  const iterator = items[Symbol.asyncIterator]()
  let next = iterator.next()
  for (;;) {
    const { done, value } = await next
    if (done) return
    next = iterator.next()
    next.catch(() => {}) // thrown by the `await` above
    yield value
  }
}
