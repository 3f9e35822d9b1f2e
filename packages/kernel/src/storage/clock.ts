/** Source of the current time, for all timestamps and expiry checks. */
export interface Clock {
  /** Milliseconds since 1970-01-01 UTC. On PostgreSQL this is the server's time, which all replicas share. */
  now(): number
}

/**
 * Clock that returns the time of the process until it is corrected by another clock. Afterwards it continues from the
 * last reading of that clock, unaffected by changes of the system time.
 */
export class CorrectedClock implements Clock {
  /** Difference in ms between the other clock and `performance.now()`. */
  #offset: number | undefined

  now(): number {
    return this.#offset === undefined ? Date.now() : Math.round(this.#offset + performance.now())
  }

  /** Corrects the clock by a reading, which is assumed to be from the middle of the time between call and result. */
  async correctBy(read: () => Promise<number>): Promise<void> {
    const startedAt = performance.now()
    const reading = await read()
    this.#offset = reading - (startedAt + performance.now()) / 2
  }
}
