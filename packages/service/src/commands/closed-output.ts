import { FAILED } from '../exit-codes.js'

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
