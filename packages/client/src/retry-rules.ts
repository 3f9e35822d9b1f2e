import type { KnownCode } from './generated/known-code.js'
import type { RetryOptions, Wait } from './options.js'
import { retryAfterOf } from './retry-after.js'

/** May be done twice with the effect of once (RFC 9110, 9.2.2). Not PATCH: a host's may add to what is there. */
const IDEMPOTENT: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS', 'PUT', 'DELETE'])

/**
 * Said before anything is written: the password queue is full, the kernel does not run, imports wait already.
 * DATABASE_UNAVAILABLE is not among them: the COMMIT may have got through and only its answer been lost. Nor is
 * TOO_MANY_EXPORTS: an export is a GET.
 */
const NOTHING_DONE: ReadonlySet<string> = new Set<KnownCode>(['BUSY', 'NOT_RUNNING', 'TOO_MANY_IMPORTS'])

const RETRIES = 3
const MAX_RETRY_AFTER_S = 30

/** Whether a method says of itself that doing it twice is doing it once. */
export function isIdempotent(method: string): boolean {
  return IDEMPOTENT.has(method)
}

/** Decides whether an answer is waited for and asked for again. */
export class RetryRules {
  readonly wait: Wait
  readonly #retries: number
  readonly #patience: number
  readonly #tooManyTries: boolean

  constructor({
    retries = RETRIES,
    patience = MAX_RETRY_AFTER_S,
    retryTooManyTries = false,
    wait = pause,
  }: RetryOptions) {
    this.#retries = retries
    this.#patience = patience
    this.#tooManyTries = retryTooManyTries
    this.wait = wait
  }

  /** Whether the answer puts the call off, so that the rest is worth looking at. */
  isPutOff({ status }: Response): boolean {
    return status === 503 || (status === 429 && this.#tooManyTries)
  }

  /**
   * The seconds to wait before the next try, or `undefined` when there is none. `code` is that of the answer, if it is
   * one of Plinth.
   */
  pauseBefore(next: Try, { status, headers }: Response, code: string | undefined): number | undefined {
    const seconds = retryAfterOf(headers)
    if (seconds === undefined || next.retry > this.#retries || next.waited + seconds > this.#patience) return undefined
    const isHarmless = status === 429 ? code === 'TOO_MANY_TRIES' : code !== undefined && NOTHING_DONE.has(code)
    return isHarmless || next.mayBeDoneTwice ? seconds : undefined
  }
}

/** A try after the first one. */
export interface Try {
  /** 1 for the second try. */
  readonly retry: number
  /** Seconds that were waited for all tries before. */
  readonly waited: number
  /** Whether it has the effect of once when the first one was done after all. */
  readonly mayBeDoneTwice: boolean
}

/** A timer takes no more milliseconds. */
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
