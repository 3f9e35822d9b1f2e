/** How much is asked of a kernel, for work that gives way to requests. */
export interface Traffic {
  /** Requests that have arrived since the start. */
  readonly arrived: number
  /** Requests whose answer is not complete. */
  readonly underWay: number
}

/** Counts requests. */
export class CountedTraffic implements Traffic {
  #arrived = 0
  #finished = 0

  get arrived(): number {
    return this.#arrived
  }

  get underWay(): number {
    return this.#arrived - this.#finished
  }

  arrive(): void {
    this.#arrived += 1
  }

  finish(): void {
    this.#finished += 1
  }
}
