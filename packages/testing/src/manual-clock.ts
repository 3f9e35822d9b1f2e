import type { Clock } from '@plinth/kernel'

/** A clock that a test moves. Starts at the time of the process. */
export class ManualClock implements Clock {
  #now = Date.now()

  now(): number {
    return this.#now
  }

  /** Moves on (or back) by seconds. */
  advance(seconds: number): void {
    this.#now += seconds * 1_000
  }
}
