import { setTimeout as pause } from 'node:timers/promises'

/** Node takes a longer time for none. */
export const MAX_TIMER_MS = 2 ** 31 - 1

/**
 * What comes of some work, or `otherwise` when that takes longer than so many milliseconds. Rejects as the work does;
 * the timer keeps no process alive, and ends with the work.
 */
export async function within<T, O = undefined>(timeoutMs: number, work: Promise<T>, otherwise?: O): Promise<T | O> {
  const done = new AbortController()
  const timeout = pause(Math.min(timeoutMs, MAX_TIMER_MS), otherwise as O, { ref: false, signal: done.signal })
  try {
    return await Promise.race([work, timeout])
  } finally {
    timeout.catch(() => {})
    done.abort()
  }
}
