import type { FinishedRequest } from '../contracts/request-observer.js'
import type { Principal } from '../security/principal.js'
import type { Exchange } from './exchange.js'

/** Probes that monitoring requests every few seconds; only their failures are logged at `info`. */
const PROBES: ReadonlySet<string> = new Set(['/health/live', '/health/ready'])

/** Writes the access log line of an exchange: the request, its caller and the result. Never contains the URL. */
export function logAccess(
  { logger, id, principal, address }: Exchange,
  { method, route, status, elapsed }: FinishedRequest,
): void {
  const isQuiet = status === 200 && PROBES.has(route ?? '')
  // `logger` instead of the `log` of the exchange: creating that child logger takes longer than writing one line.
  logger[isQuiet ? 'debug' : 'info'](
    {
      request_id: id,
      method,
      route: route ?? null,
      status,
      ms: Math.round(elapsed * 10) / 10,
      address,
      ...callerFields(principal),
    },
    'request',
  )
}

function callerFields(principal: Principal): object {
  if (principal.kind === 'user') return { user: principal.username }
  if (principal.kind === 'third-party') return { token_id: principal.tokenId }
  return {}
}
