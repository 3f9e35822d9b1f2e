import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo, Server } from 'node:net'

/** The part of restify that is used here; its published types describe version 8. */
interface RestifyServer extends Pick<Server, 'listen' | 'address'> {
  get(path: string, handler: RestifyHandler): void
  post(path: string, handler: RestifyHandler): void
}
type RestifyRequest = IncomingMessage & { params: Record<string, string> }
type RestifyHandler = (request: RestifyRequest, response: ServerResponse) => Promise<void>

/** Headers like those of every response of the service; see security-headers.ts of the kernel. */
const HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Frame-Options': 'DENY',
  'Content-Security-Policy': "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'Content-Type': 'application/json; charset=utf-8',
}

/**
 * Serves one path on a free port, with a JSON body and the headers of the service. Prints the base URL, which ends with
 * `/api`; `path` must begin with `/api`.
 */
export function serveWithRestify(
  method: 'get' | 'post',
  path: string,
  bodyFor: (request: RestifyRequest) => unknown,
): void {
  const { createServer } = createRequire(import.meta.url)('restify') as { createServer(): RestifyServer }
  const server = createServer()
  server[method](path, async (request, response) => {
    const body = JSON.stringify(await bodyFor(request))
    for (const [name, value] of Object.entries(HEADERS)) response.setHeader(name, value)
    response.setHeader('X-Request-Id', randomUUID())
    response.setHeader('Content-Length', Buffer.byteLength(body))
    response.end(body)
  })
  server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}/api`))
}
