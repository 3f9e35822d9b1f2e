/** The one source of time for everything that begins, ends or expires. */
export interface Clock {
  /** Milliseconds since 1970-01-01 UTC. On PostgreSQL it is the server's time, the same for every replica. */
  now(): number
}

/**
 * The process's clock, until it is corrected by another one. From then on that one's, counted on from its last reading
 * by what no change of the process's clock can move.
 */
export class CorrectedClock implements Clock {
  /** Between the other clock and the time that this process has lived, in ms. */
  #offset: number | undefined

  now(): number {
    return this.#offset === undefined ? Date.now() : Math.round(this.#offset + performance.now())
  }

  /** Takes the other clock's reading as true for the middle of the time that asking took. */
  async correctBy(ask: () => Promise<number>): Promise<void> {
    const asked = performance.now()
    const answer = await ask()
    this.#offset = answer - (asked + performance.now()) / 2
  }
}
