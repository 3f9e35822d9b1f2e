/** How much is asked of a kernel, for work that gives way to requests. */
export interface Traffic {
  /** Requests that have arrived since the start. */
  readonly arrived: number
}

/** Counts requests. */
export class CountedTraffic implements Traffic {
  #arrived = 0

  get arrived(): number {
    return this.#arrived
  }

  count(): void {
    this.#arrived += 1
  }
}
