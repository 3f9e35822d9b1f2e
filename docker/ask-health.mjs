/** Asks the Plinth of this container whether it lives: ends with 0 if so, else with 1. */
import { get } from 'node:http'

/** Longest wait in ms; the HEALTHCHECK gives up a little later. */
const PATIENCE = 4_000
/** What listens everywhere is asked over the loopback. */
const LOOPBACK = { '0.0.0.0': '127.0.0.1', '::': '::1' }

const host = process.env.PLINTH_HOST || '127.0.0.1'
const port = process.env.PLINTH_PORT || '8050'

const call = get(
  { host: LOOPBACK[host] ?? host, port, path: '/api/health/live', timeout: PATIENCE },
  ({ statusCode }) => process.exit(statusCode === 200 ? 0 : 1),
)
call.on('timeout', () => process.exit(1))
call.on('error', () => process.exit(1))
