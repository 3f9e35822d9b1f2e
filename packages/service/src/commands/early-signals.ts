const SIGNALS = ['SIGTERM', 'SIGINT'] as const

const exit = () => process.exit(0)

/**
 * Exits at a signal that arrives while the service is being loaded, which takes a third of a second. No other handler
 * is installed yet, and PID 1 of a container ignores signals that it does not handle.
 */
export function exitOnEarlySignals(): void {
  for (const signal of SIGNALS) process.on(signal, exit)
}

/** Removes the early handlers, once the service has installed its own. */
export function removeEarlyHandlers(): void {
  for (const signal of SIGNALS) process.off(signal, exit)
}
