/** Whether a URL lies below a base path, or is it. */
export function isBelow(basePath: string, url = ''): boolean {
  return url === basePath || url.startsWith(`${basePath}/`) || url.startsWith(`${basePath}?`)
}
