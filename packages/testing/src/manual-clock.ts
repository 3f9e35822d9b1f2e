import type { Clock } from '@plinth/kernel'

/** A clock that a test controls. Starts at the current time. */
export class ManualClock implements Clock {
  #now = Date.now()

  now(): number {
    return this.#now
  }

  /** Moves the clock by a number of seconds; a negative number moves it back. */
  advance(seconds: number): void {
    this.#now += seconds * 1_000
  }
}
