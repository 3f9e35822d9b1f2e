import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises'
import type { Traffic } from '@plinth/kernel'

/** Milliseconds after a request in which others may be expected. */
const BUSY = 50
/** The longest rest in ms. */
const MAX_REST_MS = 25

/** Keeps long work from holding up requests: it has the event loop to itself while there are none, else half of it. */
export class Pace {
  readonly #traffic: Traffic
  #arrived: number
  #busyUntil = 0
  #workingSince = performance.now()

  constructor(traffic: Traffic) {
    this.#traffic = traffic
    this.#arrived = traffic.arrived
  }

  /** To be awaited every few milliseconds of work. */
  async giveWay(): Promise<void> {
    const worked = performance.now() - this.#workingSince
    await nextTurn()
    if (this.#isBusy()) await pause(Math.min(worked, MAX_REST_MS))
    this.#workingSince = performance.now()
  }

  #isBusy(): boolean {
    const now = performance.now()
    if (this.#traffic.arrived > this.#arrived) this.#busyUntil = now + BUSY
    this.#arrived = this.#traffic.arrived
    return now < this.#busyUntil
  }
}
