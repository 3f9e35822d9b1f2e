/** Runs one thing of this process at a time, in the order in which they come. Those that wait hold no connection. */
export class Turns {
  #last: Promise<unknown> = Promise.resolve()

  take<T>(run: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(run)
    this.#last = turn.catch(() => {})
    return turn
  }
}
