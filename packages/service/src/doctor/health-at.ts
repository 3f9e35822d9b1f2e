import type { KernelSettings } from '@plinth/kernel'

/** Longest wait in ms for an answer. */
const ANSWER_TIMEOUT_MS = 2_000

/** Who answers at a port. */
export type Health = 'ready' | 'not ready' | 'nobody' | 'stranger'

type Port = Pick<KernelSettings, 'host' | 'port'>

/** Asks the port of the settings whether a Plinth is there, and ready. */
export async function healthAt({ host, port }: Port): Promise<Health> {
  if (port === 0) return 'nobody'
  try {
    const answer = await fetch(`http://${placeOfPort({ host, port })}/api/health/ready`, {
      signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
    })
    const { ready } = (await answer.json()) as { ready?: unknown }
    return ready === true ? 'ready' : ready === false ? 'not ready' : 'stranger'
  } catch (error) {
    const { code } = ((error as Error).cause ?? {}) as { code?: string }
    return code === 'ECONNREFUSED' ? 'nobody' : 'stranger'
  }
}

/** Whether a Plinth tells its metrics at a port. */
export async function tellsMetrics(port: Port): Promise<boolean> {
  try {
    const answer = await fetch(`http://${placeOfPort(port)}/metrics`, {
      signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
    })
    return (await answer.text()).includes('plinth_')
  } catch {
    return false
  }
}

/**
 * Where a service that listens there is found from this machine: one that listens everywhere, at the machine itself.
 */
export function placeOfPort({ host, port }: Port): string {
  const name = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host
  return name.includes(':') ? `[${name}]:${port}` : `${name}:${port}`
}
