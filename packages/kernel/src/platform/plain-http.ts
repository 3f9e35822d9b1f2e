import type { Notice } from '../contracts/notice.js'
import type { KernelSettings } from '../settings/kernel-settings.js'

const LOOPBACK = /^(localhost|127\..*|\[?::1\]?)$/i

/** The notice that passwords and keys may cross the network unencrypted. */
export const plainHttp = ({ host, trustedProxies }: Pick<KernelSettings, 'host' | 'trustedProxies'>): Notice => ({
  code: 'PLAIN_HTTP',
  check: () => (LOOPBACK.test(host) || trustedProxies.length > 0 ? undefined : { host }),
})
