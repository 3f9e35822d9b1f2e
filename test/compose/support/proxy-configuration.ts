import { readDockerFile } from './compose-file.js'
import type { LoopbackNetwork } from './loopback-network.js'

/**
 * Adapts `docker/nginx.conf`: it changes only addresses and the folder for temporary files. `proxy_bind` makes nginx
 * connect from the address on which it listens, the only one in a container.
 */
export async function proxyConfiguration(network: LoopbackNetwork, temporary: string): Promise<string> {
  const own = network.addressOf('proxy')
  const text = await readDockerFile('nginx.conf')
  const placed = [
    [/listen (?=8050;)/g, `listen ${own}:`],
    [/\/tmp\//g, `${temporary}/`],
    [/(?=proxy_pass )/g, `proxy_bind ${own}; `],
    [/plinth-[12](?=:8050)/g, '$&'], // must exist; network.resolve() replaces it
  ].reduce((result, [pattern, replacement]) => replaced(result, pattern as RegExp, replacement as string), text)
  return network.resolve(placed)
}

function replaced(text: string, pattern: RegExp, replacement: string): string {
  if (!text.match(pattern)) throw new Error(`nginx.conf has changed: it has no ${pattern}`)
  return text.replace(pattern, replacement)
}
