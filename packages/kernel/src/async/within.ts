import { setTimeout as pause } from 'node:timers/promises'

/** The longest timeout of a timer, in ms. Node treats a longer one as 1 ms. */
export const MAX_TIMER_MS = 2 ** 31 - 1

/**
 * Resolves to the result of `work`, or to `otherwise` if it takes longer than `timeoutMs`. Rejects only if `work` does.
 * The timer does not keep the process alive, and is cleared when `work` settles.
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
