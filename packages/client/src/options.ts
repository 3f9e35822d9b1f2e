import type { PageStorage } from './page-key.js'

/** Sends a request, as `globalThis.fetch` does. */
export type Fetch = (request: Request) => Promise<Response>

/** Waits for a number of seconds; rejects with the signal's reason as soon as the signal is aborted. */
export type Wait = (seconds: number, signal: AbortSignal) => Promise<void>

/**
 * Options for retrying a call after status 503, and optionally 429. A call is retried only if the response has
 * `Retry-After`, and if the call is idempotent or the error code says that nothing was changed.
 */
export interface RetryOptions {
  /** Maximum number of retries after the first attempt. Default 3; 0 for none. */
  readonly retries?: number
  /** Maximum seconds that one call may wait, over all its retries. Default 30. */
  readonly maxWaitSeconds?: number
  /**
   * Whether to retry after 429 too (too many logins and signups from this address, or requests of this user or token).
   * Default false: the limit lasts up to a minute, and each attempt of a login or signup counts.
   */
  readonly retryRateLimited?: boolean
  /** Replaces the timer, for tests. */
  readonly wait?: Wait
}

/** Options of a client. */
export interface ClientOptions extends RetryOptions {
  /** The base path of the REST API: `https://plant.test/api`, or in a browser on the same origin `/api`. */
  readonly url: string
  /** A key from a login, or a third-party token. */
  readonly key?: string
  /**
   * `'cookie'` for pages of the service's own origin, over HTTPS or the loopback: after `login` the browser keeps
   * one part of the key in a cookie that no script can read, and the client keeps the other part in `storage`. Each
   * call uses both. This client has no key then.
   */
  readonly session?: 'cookie'
  /** With `session`: where the client keeps its part of the key. Default: `localStorage`, which all tabs share. */
  readonly storage?: PageStorage
  /** Sends requests. Default: the `globalThis.fetch` at the time of each request. */
  readonly fetch?: Fetch
  /**
   * Whether a request body may be a stream. Default: true in Node, false in browsers. Browsers that support it do so
   * only over HTTP/2.
   */
  readonly streamUploads?: boolean
}

/** Options of every call. */
export interface CallOptions {
  /** Aborts the call at any time, also while it waits for a retry. It rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined
}
