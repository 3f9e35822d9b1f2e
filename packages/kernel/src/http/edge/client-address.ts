import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import proxyAddr from 'proxy-addr'

/** Max length of the zone after the `%` of an IPv6 address. Without a limit, any length would be logged. */
const MAX_ZONE_LENGTH = 64

/**
 * Returns a function that determines the client address of a request. `X-Forwarded-For` is read only as far back
 * as its proxies are trusted, and invalid addresses in it are ignored.
 */
export function clientAddressResolver(trustedProxies: readonly string[]): (request: IncomingMessage) => string {
  if (trustedProxies.length === 0) return socketAddress
  const isTrusted = proxyAddr.compile([...trustedProxies])
  // A connection has no address if it is closed, or belongs to a Unix socket.
  const trust = (forwarded: string | undefined, index: number) =>
    isTrusted(addressIn(forwarded) ?? forwarded ?? '', index)
  return (request) => addressIn(proxyAddr(request, trust)) ?? socketAddress(request)
}

/** Returns a predicate for trusted addresses of proxies. The address is unknown for a Unix socket. */
export function proxyTrust(trustedProxies: readonly string[]): (address: string | undefined) => boolean {
  if (trustedProxies.length === 0) return () => false
  const isTrusted = proxyAddr.compile([...trustedProxies])
  return (address = '') => isTrusted(address, 0)
}

/** Returns whether all proxies are valid: an address, a range such as `10.0.0.0/8`, or `loopback`. */
export function areValidProxies(proxies: readonly string[]): boolean {
  try {
    proxyAddr.compile([...proxies])
    return true
  } catch {
    return false
  }
}

/** Returns the address of an entry. Some proxies add the port: `192.0.2.1:50123` or `[2001:db8::1]:50123`. */
function addressIn(forwarded = ''): string | undefined {
  const [, bracketed, plain] = forwarded.match(/^(?:\[([^\]]+)\](?::\d+)?|([^:]+):\d+)$/) ?? []
  const address = bracketed ?? plain ?? forwarded
  const [, zone = ''] = address.split('%')
  return isIP(address) === 0 || zone.length > MAX_ZONE_LENGTH ? undefined : address
}

function socketAddress(request: IncomingMessage): string {
  return request.socket.remoteAddress ?? ''
}
