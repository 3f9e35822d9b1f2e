/**
 * Returns the URL without trailing slashes. Throws a `TypeError` that does not quote the URL: fetch's own error would
 * quote it, with any password in it.
 */
export function checkedUrl(url: unknown): string {
  if (typeof url !== 'string') throw new TypeError('The url must be a string: the base URL of the REST API.')
  const parsed = unlessInvalid(() => new URL(url, 'http://same-origin.invalid'))
  if (!parsed) throw new TypeError('The url is not a URL such as https://plant.example/api.')
  const { username, password, protocol } = parsed
  if (username || password) throw new TypeError('The url must not contain a username or a password.')
  if (/[?#]/.test(url) || !/^https?:$/.test(protocol))
    throw new TypeError('The url must use http or https and have no ? or #.')
  // What fetch accepts: only a browser page can resolve a relative URL
  if (!unlessInvalid(() => new Request(url))) throw new TypeError('Outside a browser page the url must be absolute.')
  return url.replace(/\/+$/, '')
}

/** Returns what is created, or `undefined` if that throws. (Chromium 109 has no `URL.canParse`.) */
function unlessInvalid<T>(create: () => T): T | undefined {
  try {
    return create()
  } catch {
    return undefined
  }
}
