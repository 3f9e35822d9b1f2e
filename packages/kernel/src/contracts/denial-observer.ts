/** A request that was rejected with 401, 403 or 429. */
export interface Denial {
  readonly address: string
  /** The error code of the response. */
  readonly code: string
}

/** Receives every rejected request. Contributed to the point `denialObservers`. */
export interface DenialObserver {
  /** Called synchronously for each rejected request. Must not block. Errors are only logged. */
  requestDenied(denial: Denial): void
}
