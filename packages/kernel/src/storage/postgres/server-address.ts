/** Returns host, port and name of the database of a URL, without the user and the password. */
export function serverAddressOf(url: string): string {
  if (!URL.canParse(url)) return 'the server'
  const { hostname, port, pathname } = new URL(url)
  return `${hostname || 'localhost'}:${port || 5432}${pathname}`
}
