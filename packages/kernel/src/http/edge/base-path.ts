import type { IncomingMessage } from 'node:http'

/** Whether a URL lies below a base path, or is it. */
export function isBelow(basePath: string, url = ''): boolean {
  return url === basePath || url.startsWith(`${basePath}/`) || url.startsWith(`${basePath}?`)
}

/**
 * Express cuts off the path below which a handler is mounted, as in `app.use('/api', handler)`; the whole is in
 * `originalUrl`.
 */
export function restoreMountedUrl(request: IncomingMessage & { originalUrl?: unknown }, basePath: string): void {
  const { originalUrl } = request
  if (typeof originalUrl === 'string' && isBelow(basePath, originalUrl)) request.url = originalUrl
}
