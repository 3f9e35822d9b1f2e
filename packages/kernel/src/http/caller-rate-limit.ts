import { callerIdOf } from '../security/caller-id.js'
import type { Authenticated } from '../security/principal.js'
import { httpErrors } from './http-errors.js'

const US_PER_MS = 1_000
const US_PER_S = 1_000_000
const MINUTE_US = 60 * US_PER_S

/**
 * Limits the requests per minute of each user and each token, in this process. Uses the generic cell rate algorithm
 * (GCRA): a caller may send a whole minute's requests at once, and then one per interval, which is a minute divided by
 * the limit. Times are whole microseconds, because sums of fractions are not exact.
 */
export class CallerRateLimit {
  readonly #limit: number
  readonly #interval: number
  /**
   * The theoretical arrival time of each caller's next request: the earlier ones count as if they had arrived one
   * interval apart. Callers move from the second map to the first with each request, so that the idle ones can be
   * forgotten all at once.
   */
  #arrivals = new Map<string, number>()
  #earlierArrivals = new Map<string, number>()
  #rotatedAt = Number.NEGATIVE_INFINITY
  readonly #counted = new WeakSet<object>()

  constructor(requestsPerMinute: number) {
    this.#limit = requestsPerMinute
    this.#interval = Math.floor(MINUTE_US / requestsPerMinute)
  }

  /**
   * Counts a request of a caller at a time in ms. Throws `TOO_MANY_REQUESTS` (429), with the seconds to wait, if it is
   * above the limit; refused requests do not count. A request counts once: its key may be checked again after its body,
   * or by a second guard of a host.
   */
  count(request: object, caller: Authenticated, nowMs: number): void {
    if (this.#counted.has(request)) return
    const now = Math.round(nowMs * US_PER_MS)
    this.#forgetIdle(now)
    const id = callerIdOf(caller)
    const arrival = this.#arrivalOf(id, now)
    const wait = arrival + this.#interval - MINUTE_US - now
    this.#arrivals.set(id, wait > 0 ? arrival : arrival + this.#interval)
    if (wait > 0) throw this.#errorAfter(wait)
    this.#counted.add(request)
  }

  /** A time more than a minute ahead is from before the clock was set back: the caller must not wait for it. */
  #arrivalOf(id: string, now: number): number {
    const arrival = this.#arrivals.get(id) ?? this.#earlierArrivals.get(id) ?? now
    return Math.min(Math.max(arrival, now), now + MINUTE_US)
  }

  /** Forgets callers after one to two minutes without a request: by then they may send as much as new ones. */
  #forgetIdle(now: number): void {
    if (Math.abs(now - this.#rotatedAt) < MINUTE_US) return
    this.#rotatedAt = now
    this.#earlierArrivals = this.#arrivals
    this.#arrivals = new Map()
  }

  #errorAfter(wait: number): Error {
    const seconds = Math.ceil(wait / US_PER_S)
    return httpErrors.TOO_MANY_REQUESTS({ limit: this.#limit, seconds }, { retryAfter: seconds })
  }
}
