import type { Socket } from 'node:net'
import type { Exchange } from './exchange.js'

/**
 * Exchanges that are under way, in no order. No `Set`: V8 gives one a new table each time that so many have gone, and
 * whatever the old one holds stays in memory until all of it is searched.
 */
export class Exchanges implements Iterable<Exchange> {
  readonly #underWay: Exchange[] = []

  get size(): number {
    return this.#underWay.length
  }

  add(exchange: Exchange): void {
    exchange.place = this.#underWay.push(exchange) - 1
  }

  /** The last one takes its place. */
  remove(exchange: Exchange): void {
    if (this.#underWay[exchange.place] !== exchange) return
    const last = this.#underWay.pop()
    if (!last || last === exchange) return
    this.#underWay[exchange.place] = last
    last.place = exchange.place
  }

  /** The one of a connection, which has one at a time. Searches them all. */
  on(socket: Socket): Exchange | undefined {
    return this.#underWay.find(({ request }) => request.socket === socket)
  }

  [Symbol.iterator](): Iterator<Exchange> {
    return this.#underWay.values()
  }
}
