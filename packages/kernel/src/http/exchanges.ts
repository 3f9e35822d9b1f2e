import type { Socket } from 'node:net'
import type { Exchange } from './exchange.js'

/**
 * Unordered collection of the exchanges in progress. Not a `Set`: V8 regularly allocates a new table for a `Set` after
 * deletions, and entries of the old table stay in memory until a full garbage collection.
 */
export class Exchanges implements Iterable<Exchange> {
  readonly #active: Exchange[] = []

  get size(): number {
    return this.#active.length
  }

  add(exchange: Exchange): void {
    exchange.index = this.#active.push(exchange) - 1
  }

  /** Removes an exchange and moves the last one to its index. */
  remove(exchange: Exchange): void {
    if (this.#active[exchange.index] !== exchange) return
    const last = this.#active.pop()
    if (!last || last === exchange) return
    this.#active[exchange.index] = last
    last.index = exchange.index
  }

  /** Returns the exchange of a connection, which has at most one at a time. Searches all exchanges. */
  on(socket: Socket): Exchange | undefined {
    return this.#active.find(({ request }) => request.socket === socket)
  }

  [Symbol.iterator](): Iterator<Exchange> {
    return this.#active.values()
  }
}
