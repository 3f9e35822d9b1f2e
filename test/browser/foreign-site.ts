import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A server of somebody else on this machine, with an empty page under every name. */
export interface ForeignSite {
  readonly port: number
  /** Returns the URL of the page under a name, such as `evil.localhost`. */
  urlAt(name: string): string
  /** Returns the URL of a page that sets the session cookie for that name itself. */
  replacingUrlAt(name: string): string
  close(): void
}

const REPLACING_PATH = '/replace'

/** Starts a server whose pages try to set session cookies for every host that they can. */
export async function startForeignSite(): Promise<ForeignSite> {
  const server = createServer(({ url }, response) => {
    response.setHeader('Set-Cookie', [
      'control=set; Path=/',
      ...(url === REPLACING_PATH ? ['__Host-plinth=replaced; Path=/; Secure'] : []),
      '__Host-plinth=tossed; Path=/; Secure; Domain=localhost',
      '=__Host-plinth=tossed; Path=/; Domain=localhost',
      '__HOST-plinth=tossed; Path=/; Domain=localhost',
    ])
    response.setHeader('Content-Type', 'text/html')
    response.end('<!doctype html><title>foreign</title>')
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  const originAt = (name: string) => `http://${name}:${port}`
  return {
    port,
    urlAt: (name) => `${originAt(name)}/`,
    replacingUrlAt: (name) => originAt(name) + REPLACING_PATH,
    close: () => server.close(),
  }
}
