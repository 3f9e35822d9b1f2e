/**
 * Aborts at the first SIGINT or SIGTERM, so that a command can take away what it has half done. The second one ends the
 * process, as both do where nobody asks for this.
 */
export function interruption(): AbortSignal {
  const interrupted = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => interrupted.abort())
  return interrupted.signal
}
