/** Sends a request; `globalThis.fetch` is one. */
export type Fetch = (request: Request) => Promise<Response>

/** Waits for seconds; rejects with the signal's reason as soon as it is aborted. */
export type Wait = (seconds: number, signal: AbortSignal) => Promise<void>

/** When a call that the service has put off is made again. */
export interface RetryOptions {
  /** How often at most, after the first try; 3 unless given, 0 for never. */
  readonly retries?: number
  /** The most seconds that one call may spend waiting, all waits together; 30 unless given. */
  readonly patience?: number
  /**
   * Whether 429 (too many logins and signups from this address) is waited for too; false unless given: it lasts up to a
   * minute, and each try counts.
   */
  readonly retryTooManyTries?: boolean
  /** How to wait, for tests; a timer unless given. */
  readonly wait?: Wait
}

/** Where the service is and how to talk to it. */
export interface ClientOptions extends RetryOptions {
  /** The base path of the interface: `https://plant.test/api`, or in a browser on the same origin `/api`. */
  readonly url: string
  /** A key from a login, or a third-party token. */
  readonly key?: string
  /** Sends requests; `globalThis.fetch`, as it is at the time, unless given. */
  readonly fetch?: Fetch
  /**
   * Whether a request's body may be a stream: true in Node, false in browsers unless given. Those that can do it at all
   * do it over HTTP/2 only.
   */
  readonly streamUploads?: boolean
}

/** What every call takes. */
export interface CallOptions {
  /** Ends the call at any time, also while it waits to try again: it rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined
}
