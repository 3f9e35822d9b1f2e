/** A request that was turned away with 401, 403 or 429. */
export interface Denial {
  readonly address: string
  /** The code of the error that was answered. */
  readonly code: string
}

/** Is told of every request that was turned away. Contributed to the point `denialObservers`. */
export interface DenialObserver {
  /** Must not throw, and must not wait: it is called between requests. */
  requestDenied(denial: Denial): void
}
