import { isIPv6 } from 'node:net'

const GROUPS = 8
const NETWORK_GROUPS = 4

/** What one client can choose from: an IPv4 address, or the 2⁶⁴ of an IPv6 network, `2001:db8:0:1::/64`. */
export function networkOf(address: string): string {
  const [, mapped] = address.match(/^::ffff:(\d+\.\d+\.\d+\.\d+)$/i) ?? []
  if (mapped) return mapped
  if (!isIPv6(address)) return address
  return `${groupsOf(address).slice(0, NETWORK_GROUPS).join(':')}::/64`
}

/** The eight groups, with what `::` stands for. */
function groupsOf(address: string): string[] {
  const [head = '', tail] = (address.split('%')[0] ?? '').toLowerCase().split('::')
  const before = head.split(':').filter(Boolean)
  const after = (tail ?? '').split(':').filter(Boolean)
  const missing = Math.max(0, GROUPS - before.length - after.length)
  return [...before, ...Array<string>(missing).fill('0'), ...after].map((group) => group.replace(/^0+(?=.)/, ''))
}
