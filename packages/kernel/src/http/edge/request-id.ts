import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

const SAFE = /^[A-Za-z0-9._-]{8,64}$/

/** Returns the id that the client or a proxy sent with a request if its format is safe, else a new one. */
export function requestId(request: IncomingMessage): string {
  const given = request.headers['x-request-id']
  return typeof given === 'string' && SAFE.test(given) ? given : randomUUID()
}
