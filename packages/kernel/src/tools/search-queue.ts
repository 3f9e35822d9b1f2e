import { httpErrors } from '../http/http-errors.js'
import { callerIdOf } from '../security/caller-id.js'
import type { Authenticated } from '../security/principal.js'
import { ADMIN } from '../security/role.js'

/** Maximum number of searches of one caller that run or wait. */
const MAX_SEARCHES_PER_CALLER = 2
/** Maximum number of searches that wait: of admins and sudo users, and of all others. */
const MAX_WAITING_SEARCHES = 20
/** `Retry-After` of `TOO_MANY_SEARCHES`, in seconds. */
const RETRY_AFTER_S = 1

/**
 * Runs one search at a time in this process: each scans a whole table, and several could leave other requests without a
 * connection or thread. Searches of admins and sudo users come first, and others cannot take their places.
 */
export class SearchQueue {
  readonly #searchesOf = new Map<string, number>()
  readonly #waiting = { privileged: new Set<() => void>(), others: new Set<() => void>() }
  #isBusy = false

  /**
   * Runs a search after those before it. A search whose signal is aborted while it waits never runs. Throws
   * `TOO_MANY_SEARCHES` (503) if too many searches, or too many of this caller, run or wait.
   */
  async run<T>(caller: Authenticated, signal: AbortSignal, search: () => Promise<T>): Promise<T> {
    const id = callerIdOf(caller)
    const waiting = caller.role.level <= ADMIN ? this.#waiting.privileged : this.#waiting.others
    const searches = this.#searchesOf.get(id) ?? 0
    if (searches >= MAX_SEARCHES_PER_CALLER || waiting.size >= MAX_WAITING_SEARCHES)
      throw httpErrors.TOO_MANY_SEARCHES({}, { retryAfter: RETRY_AFTER_S })
    this.#searchesOf.set(id, searches + 1)
    try {
      await this.#waitForTurn(waiting, signal)
      return await search().finally(() => this.#endTurn())
    } finally {
      this.#forget(id)
    }
  }

  async #waitForTurn(waiting: Set<() => void>, signal: AbortSignal): Promise<void> {
    signal.throwIfAborted()
    if (this.#isBusy) return waitIn(waiting, signal)
    this.#isBusy = true
  }

  #endTurn(): void {
    const { privileged, others } = this.#waiting
    const queue = privileged.size > 0 ? privileged : others
    const [next] = queue
    this.#isBusy = next !== undefined
    if (!next) return
    queue.delete(next)
    next()
  }

  #forget(id: string): void {
    const others = (this.#searchesOf.get(id) ?? 1) - 1
    if (others > 0) this.#searchesOf.set(id, others)
    else this.#searchesOf.delete(id)
  }
}

function waitIn(waiting: Set<() => void>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const begin = () => {
      signal.removeEventListener('abort', leave)
      resolve()
    }
    const leave = () => {
      waiting.delete(begin)
      reject(signal.reason)
    }
    waiting.add(begin)
    signal.addEventListener('abort', leave, { once: true })
  })
}
