/** Intervals that are begun while this is installed come round when a test says so, and not by themselves. */
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

  /** Lets everything happen once that happens every so many milliseconds. */
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
