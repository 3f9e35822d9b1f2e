import { errors } from './errors.js'

/** Maximum number of searches of one caller that run or wait. */
const MAX_SEARCHES_PER_CALLER = 2
/** Maximum number of searches that wait, of all callers. */
const MAX_WAITING_SEARCHES = 20
/** `Retry-After` of `TOO_MANY_SEARCHES`. */
const RETRY_AFTER_S = 1

/**
 * Runs one search at a time in this process, because a search scans the whole table: other requests must not wait for
 * all connections or threads.
 */
export class SearchQueue {
  readonly #searchesOf = new Map<string, number>()
  readonly #waiting = new Set<() => void>()
  #isBusy = false

  /**
   * Runs a search after those before it. A search whose signal is aborted while it waits never runs. Throws
   * `TOO_MANY_SEARCHES` (503) if too many searches, or too many of this caller, run or wait.
   */
  async run<T>(caller: string, signal: AbortSignal, search: () => Promise<T>): Promise<T> {
    const searches = this.#searchesOf.get(caller) ?? 0
    if (searches >= MAX_SEARCHES_PER_CALLER || this.#waiting.size >= MAX_WAITING_SEARCHES)
      throw errors.TOO_MANY_SEARCHES({}, { retryAfter: RETRY_AFTER_S })
    this.#searchesOf.set(caller, searches + 1)
    try {
      await this.#waitForTurn(signal)
      return await search().finally(() => this.#endTurn())
    } finally {
      this.#forget(caller)
    }
  }

  async #waitForTurn(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted()
    if (this.#isBusy) return this.#wait(signal)
    this.#isBusy = true
  }

  #wait(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const begin = () => {
        signal.removeEventListener('abort', leave)
        resolve()
      }
      const leave = () => {
        this.#waiting.delete(begin)
        reject(signal.reason)
      }
      this.#waiting.add(begin)
      signal.addEventListener('abort', leave, { once: true })
    })
  }

  #endTurn(): void {
    const [next] = this.#waiting
    this.#isBusy = next !== undefined
    if (!next) return
    this.#waiting.delete(next)
    next()
  }

  #forget(caller: string): void {
    const others = (this.#searchesOf.get(caller) ?? 1) - 1
    if (others > 0) this.#searchesOf.set(caller, others)
    else this.#searchesOf.delete(caller)
  }
}
