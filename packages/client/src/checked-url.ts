/**
 * Returns the URL without trailing slashes. Throws a `TypeError` that does not quote the URL: fetch's own error would,
 * including a password.
 */
export function checkedUrl(url: unknown): string {
  if (typeof url !== 'string') throw new TypeError('The url must be a string: the base URL of the REST API.')
  const base = 'http://same-origin.invalid'
  if (!URL.canParse(url, base)) throw new TypeError('The url is not a URL such as https://plant.example/api.')
  const { username, password, search, hash, protocol } = new URL(url, base)
  if (username || password) throw new TypeError('The url must not contain a username or a password.')
  if (search || hash || !/^https?:$/.test(protocol))
    throw new TypeError('The url must use http or https and have no ? or #.')
  if (!canRequest(url)) throw new TypeError('Outside a browser page the url must be absolute, with http or https.')
  return url.replace(/\/+$/, '')
}

/** Returns whether fetch accepts the URL. Only a browser page can resolve a relative URL. */
function canRequest(url: string): boolean {
  try {
    return new Request(url) instanceof Request
  } catch {
    return false
  }
}
