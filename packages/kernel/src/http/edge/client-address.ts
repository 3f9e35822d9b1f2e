import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import proxyAddr from 'proxy-addr'

/**
 * Finds a client's address; `X-Forwarded-For` counts only as far as proxies are trusted, and only when it is an
 * address.
 */
export function clientAddressBy(trustedProxies: readonly string[]): (request: IncomingMessage) => string {
  if (trustedProxies.length === 0) return socketAddress
  const isTrusted = proxyAddr.compile([...trustedProxies])
  const trust = (forwarded: string, index: number) => isTrusted(addressIn(forwarded) ?? forwarded, index)
  return (request) => addressIn(proxyAddr(request, trust)) ?? socketAddress(request)
}

/** Whether `clientAddressBy` understands these: addresses, ranges such as `10.0.0.0/8`, or `loopback`. */
export function areTrustable(proxies: readonly string[]): boolean {
  try {
    proxyAddr.compile([...proxies])
    return true
  } catch {
    return false
  }
}

/** Some proxies write the port too, `192.0.2.1:50123` or `[2001:db8::1]:50123`. */
function addressIn(forwarded: string): string | undefined {
  const [, bracketed, plain] = forwarded.match(/^(?:\[([^\]]+)\](?::\d+)?|([^:]+):\d+)$/) ?? []
  const address = bracketed ?? plain ?? forwarded
  return isIP(address) === 0 ? undefined : address
}

function socketAddress(request: IncomingMessage): string {
  return request.socket.remoteAddress ?? ''
}
