import type { KernelSettings } from '@plinth/kernel'

const RESPONSE_TIMEOUT_MS = 2_000

/** The kind of program that listens on a port. */
export type Health = 'ready' | 'not ready' | 'nobody' | 'stranger'

type Port = Pick<KernelSettings, 'host' | 'port'>

/** Returns whether a Plinth listens on a port, and is ready. */
export async function healthAt({ host, port }: Port): Promise<Health> {
  if (port === 0) return 'nobody'
  try {
    const response = await fetch(`http://${addressOf({ host, port })}/api/health/ready`, {
      signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS),
    })
    const { ready } = (await response.json()) as { ready?: unknown }
    return ready === true ? 'ready' : ready === false ? 'not ready' : 'stranger'
  } catch (error) {
    const { code } = ((error as Error).cause ?? {}) as { code?: string }
    return code === 'ECONNREFUSED' ? 'nobody' : 'stranger'
  }
}

/** Returns whether a Plinth serves its metrics on a port. */
export async function servesMetrics(port: Port): Promise<boolean> {
  try {
    const response = await fetch(`http://${addressOf(port)}/metrics`, {
      signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS),
    })
    return (await response.text()).includes('plinth_')
  } catch {
    return false
  }
}

/**
 * Returns `host:port` for connecting from this machine: the loopback address for a service on all interfaces.
 */
export function addressOf({ host, port }: Port): string {
  const name = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host
  return name.includes(':') ? `[${name}]:${port}` : `${name}:${port}`
}
