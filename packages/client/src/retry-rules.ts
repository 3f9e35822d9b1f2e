import type { KnownCode } from './generated/known-code.js'
import type { RetryOptions, Wait } from './options.js'
import { retryAfterOf } from './retry-after.js'

/** Idempotent methods (RFC 9110, 9.2.2). PATCH is excluded: a host's own PATCH may append. */
const IDEMPOTENT_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE'])

/**
 * Error codes that mean that nothing was written. Codes of idempotent operations are omitted, because those are retried
 * anyway. DATABASE_UNAVAILABLE is omitted, because the COMMIT may have succeeded although its response was lost.
 */
const CODES_WITHOUT_EFFECT: ReadonlySet<string> = new Set<KnownCode>([
  'BUSY', // the password queue is full
  'NOT_RUNNING',
  'RATE_LIMITED',
  'TOO_MANY_IMPORTS',
  'TOO_MANY_PLANS',
  'TOO_MANY_REQUESTS',
  'TOO_MANY_UPLOADS',
])

const DEFAULT_RETRIES = 3
const DEFAULT_MAX_WAIT_S = 30

/** Returns whether an HTTP method is idempotent. */
export function isIdempotent(method: string): boolean {
  return IDEMPOTENT_METHODS.has(method)
}

/** Decides whether and when a call is retried. */
export class RetryRules {
  readonly wait: Wait
  readonly #retries: number
  readonly #maxWaitSeconds: number
  readonly #retryRateLimited: boolean

  constructor({
    retries = DEFAULT_RETRIES,
    maxWaitSeconds = DEFAULT_MAX_WAIT_S,
    retryRateLimited = false,
    wait = pause,
  }: RetryOptions) {
    this.#retries = retries
    this.#maxWaitSeconds = maxWaitSeconds
    this.#retryRateLimited = retryRateLimited
    this.wait = wait
  }

  /** Returns whether the status allows a retry at all, so that the body is worth reading. */
  isRetryable({ status }: Response): boolean {
    return status === 503 || (status === 429 && this.#retryRateLimited)
  }

  /**
   * Returns the seconds to wait before the next attempt, or `undefined` if the call must not be retried. `code` is the
   * error code of the response if Plinth sent it.
   */
  delayBefore(next: Attempt, { headers }: Response, code: string | undefined): number | undefined {
    const seconds = retryAfterOf(headers)
    if (seconds === undefined || next.retry > this.#retries || next.waitedS + seconds > this.#maxWaitSeconds)
      return undefined
    const hadNoEffect = code !== undefined && CODES_WITHOUT_EFFECT.has(code)
    return hadNoEffect || next.isIdempotent ? seconds : undefined
  }
}

/** An attempt after the first one. */
export interface Attempt {
  /** 1 for the second attempt. */
  readonly retry: number
  /** Time spent waiting before earlier attempts. */
  readonly waitedS: number
  /** Whether repeating the call is safe even if an earlier attempt succeeded. */
  readonly isIdempotent: boolean
}

/** The maximum delay of a timer. */
const MAX_TIMER_MS = 2 ** 31 - 1

const pause: Wait = (seconds, signal) =>
  new Promise((resolve, reject) => {
    signal.throwIfAborted()
    const stop = () => {
      clearTimeout(timer)
      reject(signal.reason)
    }
    const timer = setTimeout(
      () => {
        signal.removeEventListener('abort', stop)
        resolve()
      },
      Math.min(seconds * 1_000, MAX_TIMER_MS),
    )
    signal.addEventListener('abort', stop, { once: true })
  })
