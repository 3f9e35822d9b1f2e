/** Periods of the timers that seal events and delete old rows. */
export const SEALING_INTERVAL_MS = 1_000
export const SWEEP_INTERVAL_MS = 600_000

/** Replaces `setInterval`: intervals set while this is installed run only when a test triggers them. */
export class ManualIntervals {
  readonly #real = globalThis.setInterval
  readonly #intervals: { readonly period: number | undefined; readonly callback: () => void }[] = []

  install(): void {
    const setInterval = (callback: () => void, period?: number) => {
      this.#intervals.push({ period, callback })
      const never = this.#real(() => {}, 2 ** 30)
      never.unref()
      return never
    }
    globalThis.setInterval = setInterval as typeof globalThis.setInterval
  }

  /** Runs all intervals with this period in ms once. */
  runWithPeriod(period: number): void {
    for (const interval of this.#intervals) if (interval.period === period) interval.callback()
  }

  /** Runs all intervals once. */
  runAll(): void {
    for (const interval of this.#intervals) interval.callback()
  }

  restore(): void {
    globalThis.setInterval = this.#real
  }
}
