import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A server of somebody else on this machine, with an empty page under every name. */
export interface ForeignSite {
  readonly port: number
  /** Returns the URL of the page under a name, such as `evil.localhost`. */
  urlAt(name: string): string
  close(): void
}

/** Starts a server whose pages try to set session cookies for every host that they can. */
export async function startForeignSite(): Promise<ForeignSite> {
  const server = createServer((_, response) => {
    response.setHeader('Set-Cookie', [
      'control=set; Path=/',
      '__Host-plinth=tossed; Path=/; Secure; Domain=localhost',
      '=__Host-plinth=tossed; Path=/; Domain=localhost',
      '__HOST-plinth=tossed; Path=/; Domain=localhost',
    ])
    response.setHeader('Content-Type', 'text/html')
    response.end('<!doctype html><title>foreign</title>')
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  return { port, urlAt: (name) => `http://${name}:${port}/`, close: () => server.close() }
}
