import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import type { Traffic } from '@plinth/kernel'

/** Time after a request during which more requests are expected. */
const BUSY_MS = 50
/** Maximum length of a pause. */
const MAX_PAUSE_MS = 25

/** Keeps a long task from blocking requests: while requests arrive, the task uses at most half of the time. */
export class Pace {
  readonly #traffic: Traffic
  #arrived: number
  #busyUntil = 0
  #workingSince = performance.now()

  constructor(traffic: Traffic) {
    this.#traffic = traffic
    this.#arrived = traffic.arrived
  }

  /** Yields to requests. Call it every few milliseconds. */
  async yieldToRequests(): Promise<void> {
    const worked = performance.now() - this.#workingSince
    await nextTurn()
    if (this.#isBusy()) await pause(Math.min(worked, MAX_PAUSE_MS))
    this.#workingSince = performance.now()
  }

  #isBusy(): boolean {
    const now = performance.now()
    if (this.#traffic.arrived > this.#arrived) this.#busyUntil = now + BUSY_MS
    this.#arrived = this.#traffic.arrived
    return now < this.#busyUntil
  }
}
