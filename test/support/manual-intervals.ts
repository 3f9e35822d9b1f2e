/** Replaces intervals: those set while this is installed run only when a test triggers them. */
export class ManualIntervals {
  readonly #real = globalThis.setInterval
  readonly #begun: { readonly every: number | undefined; readonly work: () => void }[] = []

  install(): void {
    const begin = (work: () => void, every?: number) => {
      this.#begun.push({ every, work })
      const never = this.#real(() => {}, 2 ** 30)
      never.unref()
      return never
    }
    globalThis.setInterval = begin as typeof globalThis.setInterval
  }

  /** Runs all intervals of so many milliseconds once. */
  comeRound(every: number): void {
    for (const interval of this.#begun) if (interval.every === every) interval.work()
  }

  /** Lets everything begin once. */
  allComeRound(): void {
    for (const interval of this.#begun) interval.work()
  }

  restore(): void {
    globalThis.setInterval = this.#real
  }
}
