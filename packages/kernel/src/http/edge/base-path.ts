import type { IncomingMessage } from 'node:http'

/** Returns whether a URL is a base path or below it. */
export function isBelow(basePath: string, url = ''): boolean {
  return url === basePath || url.startsWith(`${basePath}/`) || url.startsWith(`${basePath}?`)
}

/**
 * Restores the path prefix that Express removes for a mounted handler, as in `app.use('/api', handler)`. Express keeps
 * the whole URL in `originalUrl`.
 */
export function restoreMountedUrl(request: IncomingMessage & { originalUrl?: unknown }, basePath: string): void {
  const { originalUrl } = request
  if (typeof originalUrl === 'string' && isBelow(basePath, originalUrl)) request.url = originalUrl
}
