const SIGNALS = ['SIGTERM', 'SIGINT'] as const

const end = () => process.exit(0)

/**
 * Ends the process at a signal that comes while the service is being loaded, which takes a third of a second: nobody
 * else listens yet, and as PID 1 of a container a process does not even hear what it does not listen to.
 */
export function endOnEarlySignals(): void {
  for (const signal of SIGNALS) process.on(signal, end)
}

/** Leaves signals to whoever listens from now on. */
export function leaveSignals(): void {
  for (const signal of SIGNALS) process.off(signal, end)
}
