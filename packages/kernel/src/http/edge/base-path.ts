import type { IncomingMessage } from 'node:http'

/** Returns whether a URL is a base path or below it. */
export function isBelow(basePath: string, url = ''): boolean {
  return url === basePath || url.startsWith(`${basePath}/`) || url.startsWith(`${basePath}?`)
}

/**
 * Restores the path prefix that Express removes for a mounted handler, as in `app.use('/api', handler)`. Express keeps
 * the whole URL in `originalUrl`. A URL that the host has rewritten remains as it is.
 */
export function restoreMountedUrl(request: IncomingMessage & { originalUrl?: unknown }, basePath: string): void {
  const { url = '', originalUrl } = request
  if (typeof originalUrl !== 'string' || !isBelow(basePath, originalUrl)) return
  const prefixLength = originalUrl.length - url.length
  const isPrefixRemoved = prefixLength <= basePath.length && originalUrl.endsWith(url)
  // For the mounted path itself Express adds the slash with which every path begins.
  const isSlashAdded = url.startsWith('/') && originalUrl === `${basePath}${url.slice(1)}`
  if (isPrefixRemoved || isSlashAdded) request.url = originalUrl
}
