import type { IncomingMessage, ServerResponse } from 'node:http'

/**
 * Middleware for a host's own routes. Calls `next` or responds. If `next` throws or rejects, the error is logged and
 * the client gets a bare 500; the middleware itself never rejects, so a plain node:http server can call it directly.
 */
export type HostMiddleware = (request: IncomingMessage, response: ServerResponse, next: () => unknown) => Promise<void>
