import type { FinishedRequest } from '../contracts/request-observer.js'
import type { Principal } from '../security/principal.js'
import type { Exchange } from './exchange.js'

/** Asked every few seconds by whoever watches the service: of interest only when the answer is no. */
const PROBES: ReadonlySet<string> = new Set(['/health/live', '/health/ready'])

/**
 * Writes one line about an exchange that has finished so: what was asked, by whom, and how it went. Names the route,
 * never the URL.
 */
export function logAccess(
  { logger, id, principal, address }: Exchange,
  { method, route, status, elapsed }: FinishedRequest,
): void {
  const isQuiet = status === 200 && PROBES.has(route ?? '')
  // Not through the log of the exchange: to make a child for one line takes longer than the line.
  logger[isQuiet ? 'debug' : 'info'](
    {
      request_id: id,
      method,
      route: route ?? null,
      status,
      ms: Math.round(elapsed * 10) / 10,
      address,
      ...whoOf(principal),
    },
    'request',
  )
}

function whoOf(principal: Principal): object {
  if (principal.kind === 'user') return { user: principal.username }
  if (principal.kind === 'third-party') return { token_id: principal.tokenId }
  return {}
}
