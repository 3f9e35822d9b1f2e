import { readDockerFile } from './compose-file.js'
import type { LoopbackNetwork } from './loopback-network.js'

/**
 * `docker/nginx.conf` for here: only addresses and the folder of temporary files are others. That nginx asks from the
 * address at which it listens is so by itself in a container, which has no other.
 */
export async function proxyConfiguration(network: LoopbackNetwork, temporary: string): Promise<string> {
  const own = network.addressOf('proxy')
  const text = await readDockerFile('nginx.conf')
  const placed = [
    [/listen (?=8050;)/g, `listen ${own}:`],
    [/\/tmp\//g, `${temporary}/`],
    [/(?=proxy_pass )/g, `proxy_bind ${own}; `],
    [/plinth-[12](?=:8050)/g, '$&'], // by the network, below
  ].reduce((result, [pattern, replacement]) => replaced(result, pattern as RegExp, replacement as string), text)
  return network.resolve(placed)
}

function replaced(text: string, pattern: RegExp, replacement: string): string {
  if (!text.match(pattern)) throw new Error(`nginx.conf is another one than was expected: it has no ${pattern}`)
  return text.replace(pattern, replacement)
}
