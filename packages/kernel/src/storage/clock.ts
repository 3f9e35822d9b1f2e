/** The one source of time for everything that begins, ends or expires. */
export interface Clock {
  /** Milliseconds since 1970-01-01 UTC. On PostgreSQL it is the server's time, the same for every replica. */
  now(): number
}

/** A clock that is corrected by what another one says. */
export class CorrectedClock implements Clock {
  #offset = 0

  now(): number {
    return Date.now() + this.#offset
  }

  /** Takes the other clock's reading as true for the middle of the time that asking took. */
  async correctBy(ask: () => Promise<number>): Promise<void> {
    const asked = Date.now()
    const answer = await ask()
    this.#offset = Math.round(answer - (asked + Date.now()) / 2)
  }
}
