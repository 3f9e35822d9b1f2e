import type { IncomingMessage } from 'node:http'
import proxyAddr from 'proxy-addr'
import { StartupError } from '../errors/startup-error.js'

/** Finds a client's address; `X-Forwarded-For` counts only as far as proxies are trusted. */
export function clientAddressBy(trustedProxies: readonly string[]): (request: IncomingMessage) => string {
  if (trustedProxies.length === 0) return (request) => request.socket.remoteAddress ?? ''
  const trusted = compile(trustedProxies)
  return (request) => proxyAddr(request, trusted)
}

function compile(trustedProxies: readonly string[]) {
  try {
    return proxyAddr.compile([...trustedProxies])
  } catch {
    throw new StartupError('The trusted proxies must be addresses or ranges such as "10.0.0.0/8", or "loopback".')
  }
}
