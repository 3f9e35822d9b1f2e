/** The health check of the container: exits with 0 if the service responds to a liveness request, else with 1. */
import { get } from 'node:http'

/** Timeout in ms, shorter than that of the HEALTHCHECK. */
const TIMEOUT_MS = 4_000
/** Loopback addresses for a service that listens on all interfaces. */
const LOOPBACK = { '0.0.0.0': '127.0.0.1', '::': '::1' }

const host = process.env.PLINTH_HOST || '127.0.0.1'
const port = process.env.PLINTH_PORT || '8050'

const call = get(
  { host: LOOPBACK[host] ?? host, port, path: '/api/health/live', timeout: TIMEOUT_MS },
  ({ statusCode }) => process.exit(statusCode === 200 ? 0 : 1),
)
call.on('timeout', () => process.exit(1))
call.on('error', () => process.exit(1))
