const SIGNALS = ['SIGTERM', 'SIGINT'] as const

const exit = () => process.exit(0)

/**
 * Makes the process exit on a signal that arrives while the modules of the service are still being loaded, which takes
 * a third of a second. Without a handler, PID 1 of a container would ignore the signal.
 */
export function exitOnEarlySignals(): void {
  for (const signal of SIGNALS) process.on(signal, exit)
}

/** Removes the early handlers, once the service has installed its own. */
export function removeEarlyHandlers(): void {
  for (const signal of SIGNALS) process.off(signal, exit)
}
