/**
 * The URL without slashes at its end. Throws a `TypeError` that does not repeat it; fetch's own would, with a password
 * in it.
 */
export function checkedUrl(url: unknown): string {
  if (typeof url !== 'string') throw new TypeError('The url is missing: give the base path of the interface.')
  const base = 'http://same-origin.invalid'
  if (!URL.canParse(url, base)) throw new TypeError('The url is not a URL such as https://plant.example/api.')
  const { username, password, search, hash, protocol } = new URL(url, base)
  if (username || password) throw new TypeError('The url must not hold a username or a password.')
  if (search || hash || !/^https?:$/.test(protocol))
    throw new TypeError('The url must be http or https, without ? or #.')
  if (!canRequest(url)) throw new TypeError('Outside of a page the url must be a whole one, with http or https.')
  return url.replace(/\/+$/, '')
}

/** Whether requests to it can be made: a relative one only where there is a page that it is relative to. */
function canRequest(url: string): boolean {
  try {
    return new Request(url) instanceof Request
  } catch {
    return false
  }
}
