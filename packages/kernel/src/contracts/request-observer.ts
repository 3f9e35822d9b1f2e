/** Figures of a finished request. They identify neither the caller nor the resource. */
export interface FinishedRequest {
  readonly method: string
  /** The path of its route, such as `/users/:username`; `undefined` if no route matched. */
  readonly route: string | undefined
  /** Status of the response; 499 if the client disconnected before it was complete. */
  readonly status: number
  /** Milliseconds from the arrival of the request to the end of the response; for a stream of events, to its start. */
  readonly elapsed: number
}

/** Receives every finished request. Contributed to the point `requestObservers`. */
export interface RequestObserver {
  /** Called synchronously for each finished request. Must not block. Errors are only logged. */
  requestFinished(request: FinishedRequest): void
}
