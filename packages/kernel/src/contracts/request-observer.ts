/** A request that is over, as numbers are kept of it: nothing in it tells who asked or for what. */
export interface FinishedRequest {
  readonly method: string
  /** The path of its route, such as `/users/:username`; undefined when it met none. */
  readonly route: string | undefined
  /** Of the answer; 499 when the client had gone before it was complete. */
  readonly status: number
  /** Milliseconds from its arrival to the end of the answer. */
  readonly elapsed: number
}

/** Is told of every request that is over. */
export interface RequestObserver {
  /** Must not throw, and must not wait: it is called between requests. */
  requestFinished(request: FinishedRequest): void
}
