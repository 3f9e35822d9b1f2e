/** The number of requests to a kernel, so that background work can yield to them. */
export interface Traffic {
  /** Number of requests since the start. */
  readonly arrived: number
  /** Number of requests whose response is not complete. */
  readonly activeCount: number
}

/** Counts requests. */
export class CountedTraffic implements Traffic {
  #arrived = 0
  #finished = 0

  get arrived(): number {
    return this.#arrived
  }

  get activeCount(): number {
    return this.#arrived - this.#finished
  }

  arrive(): void {
    this.#arrived += 1
  }

  finish(): void {
    this.#finished += 1
  }
}
