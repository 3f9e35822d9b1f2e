/** The URL without slashes at its end. Throws a `TypeError` that does not repeat it; fetch's own would, with a password in it. */
export function checkedUrl(url: string): string {
  const base = 'http://same-origin.invalid'
  if (!URL.canParse(url, base)) throw new TypeError('The url is none.')
  const { username, password, search, hash, protocol } = new URL(url, base)
  if (username || password) throw new TypeError('The url must not hold a username or a password.')
  if (search || hash || !/^https?:$/.test(protocol))
    throw new TypeError('The url must be http or https, without ? or #.')
  return url.replace(/\/+$/, '')
}

/** Whether this is Node, or a runtime that says it is like it. */
export function isNode(): boolean {
  const { process } = globalThis as { process?: { versions?: { node?: string } } }
  return process?.versions?.node !== undefined
}
