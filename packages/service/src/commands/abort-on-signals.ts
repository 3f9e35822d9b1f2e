import { CommandError } from './command-error.js'

/**
 * Returns a signal that aborts at the first SIGINT or SIGTERM, so that a command can clean up. The same signal
 * a second time ends the process, which is the default action.
 */
export function abortOnSignals(): AbortSignal {
  const interrupted = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interrupted.abort())
  return interrupted.signal
}

/** Runs `use` until SIGINT or SIGTERM aborts its signal. An abort throws a `CommandError` that says what was done. */
export async function interruptible<T>(whatWasDone: string, use: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const signal = abortOnSignals()
  try {
    return await use(signal)
  } catch (error) {
    throw signal.aborted ? new CommandError(`Interrupted. ${whatWasDone}`) : error
  }
}
