import { isIPv6 } from 'node:net'

const GROUPS = 8
const NETWORK_GROUPS = 4
/** Leading groups of addresses whose last two groups are an IPv4 address: IPv4-mapped, and translated (RFC 6052). */
const IPV4_PREFIXES = ['0:0:0:0:0:ffff', '64:ff9b:0:0:0:0']

/** Returns the network that one client controls: an IPv4 address, or the /64 network of an IPv6 address. */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address
  const groups = groupsOf(address)
  if (IPV4_PREFIXES.includes(groups.slice(0, -2).join(':'))) return groups.slice(-2).flatMap(bytesOf).join('.')
  return `${groups.slice(0, NETWORK_GROUPS).join(':')}::/64`
}

/** Returns the eight groups of an IPv6 address, with `::` expanded. */
function groupsOf(address: string): string[] {
  const [head = '', tail = ''] = (address.split('%')[0] ?? '').toLowerCase().split('::')
  const [before, after] = [parseGroups(head), parseGroups(tail)]
  const missing = Math.max(0, GROUPS - before.length - after.length)
  return [...before, ...Array<string>(missing).fill('0'), ...after].map((group) => group.replace(/^0+(?=.)/, ''))
}

/** Returns the groups of a part of an address. The last two may be written as an IPv4 address. */
function parseGroups(text: string): string[] {
  return text
    .split(':')
    .filter(Boolean)
    .flatMap((group) => (group.includes('.') ? groupsOfIpv4(group) : group))
}

function groupsOfIpv4(address: string): string[] {
  const [a = 0, b = 0, c = 0, d = 0] = address.split('.').map(Number)
  return [a * 256 + b, c * 256 + d].map((group) => group.toString(16))
}

function bytesOf(group: string): number[] {
  const value = Number.parseInt(group, 16)
  return [value >> 8, value & 255]
}
