/**
 * Returns a signal that aborts at the first SIGINT or SIGTERM, so that a command can clean up. The same signal
 * a second time ends the process, which is the default action.
 */
export function abortOnSignals(): AbortSignal {
  const interrupted = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interrupted.abort())
  return interrupted.signal
}
