import type { FinishedRequest, RequestObserver } from '../contracts/request-observer.js'
import type { Clock } from '../storage/clock.js'

const MINUTE_MS = 60_000
const MAX_MINUTES = 60
/** Durations are counted in buckets, each a fifth longer than the one before: from 0.1 ms to more than a minute. */
const BUCKETS = 80
const SHORTEST_MS = 0.1
const BUCKETS_PER_OCTAVE = 4
const LOGIN = '/users/login'
const REFUSALS: ReadonlySet<number> = new Set([401, 403, 429])

/** The requests that finished in one minute. */
export interface MinuteOfRequests {
  /** The start of the minute, in ms. */
  readonly at: number
  readonly requests: number
  /** Responses with a status of 500 or more. */
  readonly errors: number
  /** Responses with 401, 403 or 429. */
  readonly refused: number
  readonly logins: number
  readonly failedLogins: number
  /** The duration that half of the requests did not exceed, in ms, to within a tenth; `undefined` without requests. */
  readonly p50: number | undefined
  /** The duration that 95 % of the requests did not exceed. */
  readonly p95: number | undefined
}

/** Counts the requests of a minute. */
class Minute {
  requests = 0
  errors = 0
  refused = 0
  logins = 0
  failedLogins = 0
  readonly #durations = new Uint32Array(BUCKETS)

  count({ method, route, status, elapsed }: FinishedRequest): void {
    this.requests += 1
    const bucket = bucketOf(elapsed)
    this.#durations[bucket] = (this.#durations[bucket] ?? 0) + 1
    const isRefused = REFUSALS.has(status)
    if (status >= 500) this.errors += 1
    if (isRefused) this.refused += 1
    if (route !== LOGIN || method !== 'POST') return
    if (status === 200) this.logins += 1
    else if (isRefused && status !== 401) this.failedLogins += 1 // 401 asks for a second step
  }

  percentile(share: number): number | undefined {
    let remaining = this.requests * share
    for (const [bucket, count] of this.#durations.entries()) {
      remaining -= count
      if (count > 0 && remaining <= 0) return middleOf(bucket)
    }
    return undefined
  }
}

/** Counts the requests of the last hour by minute, in bounded memory. */
export class RequestHistory implements RequestObserver {
  readonly #clock: Clock
  /** By the number of the minute since 1970, the oldest first. */
  readonly #minutes = new Map<number, Minute>()
  readonly #first: number
  #current: Minute
  #currentNumber: number

  constructor(clock: Clock) {
    this.#clock = clock
    this.#first = minuteOf(clock.now())
    this.#currentNumber = this.#first
    this.#current = this.#begin(this.#first)
  }

  requestFinished(request: FinishedRequest): void {
    const number = minuteOf(this.#clock.now())
    if (number > this.#currentNumber) this.#current = this.#begin(number)
    this.#current.count(request)
  }

  /** Returns the minutes since the start, at most 60, the oldest first; also those without requests. */
  list(): readonly MinuteOfRequests[] {
    const last = Math.max(this.#currentNumber, minuteOf(this.#clock.now()))
    const first = Math.max(this.#first, last - MAX_MINUTES + 1)
    return Array.from({ length: last - first + 1 }, (_, index) => this.#figuresOf(first + index))
  }

  #begin(number: number): Minute {
    const minute = new Minute()
    this.#currentNumber = number
    this.#minutes.set(number, minute)
    for (const old of this.#minutes.keys()) if (old <= number - MAX_MINUTES) this.#minutes.delete(old)
    return minute
  }

  #figuresOf(number: number): MinuteOfRequests {
    const minute = this.#minutes.get(number) ?? new Minute()
    const { requests, errors, refused, logins, failedLogins } = minute
    const [p50, p95] = [minute.percentile(0.5), minute.percentile(0.95)]
    return { at: number * MINUTE_MS, requests, errors, refused, logins, failedLogins, p50, p95 }
  }
}

const minuteOf = (time: number) => Math.floor(time / MINUTE_MS)

function bucketOf(elapsed: number): number {
  const bucket = Math.ceil(BUCKETS_PER_OCTAVE * Math.log2(elapsed / SHORTEST_MS))
  return Math.min(Math.max(bucket, 0), BUCKETS - 1) || 0 // NaN would count in no bucket
}

/** Returns the middle of a bucket, rounded to three digits. */
function middleOf(bucket: number): number {
  return Number((SHORTEST_MS * 2 ** ((bucket - 0.5) / BUCKETS_PER_OCTAVE)).toPrecision(3))
}
