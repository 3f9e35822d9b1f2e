/** The base URL of the REST API that serves this page: the script is at `console/assets/` below it. */
export const SERVICE_URL = new URL('../..', import.meta.url).href.replace(/\/$/, '')

/** Loads the stylesheet of the host, after the own one. */
export function addStylesheet(path: string): void {
  const link = document.createElement('link')
  link.rel = 'stylesheet'
  link.href = path
  document.head.append(link)
}
