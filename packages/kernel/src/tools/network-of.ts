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

/** Returns the eight groups of an IPv6 address. */
function groupsOf(address: string): string[] {
  // URL normalises the address: no capitals, no leading zeros, no dotted decimals
  const { hostname } = new URL(`http://[${address.split('%')[0]}]`)
  const [before = [], after = []] = hostname
    .slice(1, -1)
    .split('::')
    .map((part) => part.split(':').filter(Boolean))
  return [...before, ...Array<string>(GROUPS - before.length - after.length).fill('0'), ...after]
}

function bytesOf(group: string): number[] {
  const value = Number.parseInt(group, 16)
  return [value >> 8, value & 255]
}
