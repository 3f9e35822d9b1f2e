import { defineRoute, EncodedBytes, Reply, streamed } from '@plinth/kernel'
import type { ConsoleConfiguration } from '../configuration.js'
import { PAGE_POLICY, pageHtml } from '../page.js'
import { readAssetNames } from '../page-files.js'

/** `GET /console`. */
export const getConsole = (basePath: string, configuration: () => ConsoleConfiguration, stylesheet?: string) => {
  const bytes = EncodedBytes.lazy(async () =>
    Buffer.from(pageHtml(basePath, await readAssetNames(), configuration(), stylesheet)),
  )
  return defineRoute({
    method: 'GET',
    path: '/console',
    group: 'service',
    summary: 'The console',
    access: 'public',
    hidden: true,
    databaseUnavailable: false,
    responses: { 200: streamed('text/html') },
    handle: async () =>
      Reply.bytes(await bytes(), {
        'Content-Type': 'text/html; charset=utf-8',
        'Content-Security-Policy': PAGE_POLICY,
        'Cache-Control': 'no-cache',
      }),
  })
}
