const SIGNALS = ['SIGTERM', 'SIGINT'] as const

const end = () => process.exit(0)

/**
 * Exits at a signal that arrives while the service is being loaded, which takes a third of a second. No other handler
 * is installed yet, and PID 1 of a container ignores signals that it does not handle.
 */
export function endOnEarlySignals(): void {
  for (const signal of SIGNALS) process.on(signal, end)
}

/** Removes these handlers once others are installed. */
export function leaveSignals(): void {
  for (const signal of SIGNALS) process.off(signal, end)
}
