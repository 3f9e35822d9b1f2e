import { FAILED } from '../bin/exit-codes.js'
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

/** Exits when stdout can no longer be written: with 0 if its reader closed it, as head does after the first lines. */
export function exitOnClosedOutput(): void {
  process.stdout.on('error', exit)
}

const exit = ({ code }: { code?: string }) => process.exit(code === 'EPIPE' ? 0 : FAILED)

/**
 * Returns a signal that aborts when stdout can no longer be written, with the error as its reason. For commands that
 * must clean up instead of exiting at once.
 */
export function abortOnClosedOutput(): AbortSignal {
  const closed = new AbortController()
  process.stdout.off('error', exit)
  process.stdout.on('error', (error) => closed.abort(error))
  return closed.signal
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
