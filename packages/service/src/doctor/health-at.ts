import type { KernelSettings } from '@plinth/kernel'

const RESPONSE_TIMEOUT_MS = 2_000

/** What listens on a port: a Plinth service that is ready or not, nothing, or another program. */
export type Health = 'ready' | 'not ready' | 'nothing' | 'another program'

type Endpoint = Pick<KernelSettings, 'host' | 'port'>

/** Returns what listens on a port. */
export async function healthAt({ host, port }: Endpoint): Promise<Health> {
  if (port === 0) return 'nothing'
  try {
    const response = await fetch(`http://${addressOf({ host, port })}/api/health/ready`, {
      signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS),
    })
    const { ready } = (await response.json()) as { ready?: unknown }
    return ready === true ? 'ready' : ready === false ? 'not ready' : 'another program'
  } catch (error) {
    const { code } = ((error as Error).cause ?? {}) as { code?: string }
    return code === 'ECONNREFUSED' ? 'nothing' : 'another program'
  }
}

/** Returns whether a Plinth service serves its metrics on a port. */
export async function servesMetrics(endpoint: Endpoint): Promise<boolean> {
  try {
    const response = await fetch(`http://${addressOf(endpoint)}/metrics`, {
      signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS),
    })
    return (await response.text()).includes('plinth_')
  } catch {
    return false
  }
}

/** Returns `host:port` to connect to from this machine: the loopback address for a service on all interfaces. */
export function addressOf({ host, port }: Endpoint): string {
  const name = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host
  return name.includes(':') ? `[${name}]:${port}` : `${name}:${port}`
}
