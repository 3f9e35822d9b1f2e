import { StartupError } from '../../../errors/startup-error.js'

/**
 * Matches any URL except that of a PostgreSQL server in which "@", "/", "?" or "#" comes before the last "@". Usually
 * these are characters of the password that are not encoded: a part of it would be parsed as the host, and shown in
 * messages. An "@" in the path or in a parameter must be encoded too.
 */
export const ENCODED_PASSWORD = /^(?!postgres(ql)?:\/\/.*[@/?#].*@)/s
/** Message for a URL that does not match, without the name of the URL at its beginning. */
export const PASSWORD_NOT_ENCODED =
  'must percent-encode special characters in its password: "@" as %40, "/" as %2F, "#" as %23, "?" as %3F.'
/** Scheme, user and password, hosts, and the rest of a URL. */
const PARTS = /^(\w+:\/\/(?:[^@/?#]*@)?)([^/?#]*)(.*)$/s
/** Scheme and user, the password, and the rest of a URL that has a password. */
const WITH_PASSWORD = /^(\w+:\/\/[^:@/?#]*):([^@/?#]*)(@.*)$/s
/** The password as a parameter, which overrides the one before the host. */
const PASSWORD_PARAMETER = /(?<=[?&])password=([^&#]*)&?/s
const TARGET_SESSION_ATTRS = 'target_session_attrs'
/** Values of that parameter that exclude a standby, because Plinth writes to its database. */
const WRITABLE = ['read-write', 'primary']

/** Separates a URL, of one or more hosts, from its decoded password. */
export function separatePassword(url: string): { readonly urlWithoutPassword: string; readonly password?: string } {
  const [, beginning = url, userPassword, rest = ''] = WITH_PASSWORD.exec(url) ?? []
  const urlWithoutPassword = (beginning + rest).replace(PASSWORD_PARAMETER, '')
  const password = PASSWORD_PARAMETER.exec(beginning + rest)?.[1] ?? userPassword
  return { urlWithoutPassword, ...(password !== undefined && { password: decodeURIComponent(password) }) }
}

/**
 * Returns a URL for each host of a database URL, in their order. As with libpq, hosts are separated by commas:
 * `postgres://a,b:5433/plinth?target_session_attrs=read-write`. Throws a `StartupError` for a value of that parameter
 * that accepts a read-only server. `urlName` is the name of the URL in messages.
 */
export function serverUrlsOf(url: string, urlName: string): readonly string[] {
  return splitHosts(url).map((single) => {
    if (!single.includes(TARGET_SESSION_ATTRS) || !URL.canParse(single)) return single
    const parsed = new URL(single)
    if (!WRITABLE.includes(parsed.searchParams.get(TARGET_SESSION_ATTRS) ?? '')) {
      throw new StartupError(
        `${TARGET_SESSION_ATTRS} in ${urlName} must be "read-write" or "primary", or left out: Plinth writes to its database.`,
      )
    }
    parsed.searchParams.delete(TARGET_SESSION_ATTRS) // the driver does not know it
    return parsed.href
  })
}

/** Returns hosts, ports and database name of a URL, without user and password, or `with an invalid URL`. */
export function serverAddressOf(url: string): string {
  const urls = splitHosts(url)
  if (!urls.every((single) => URL.canParse(single))) return 'with an invalid URL'
  const parsed = urls.map((single) => new URL(single))
  const hosts = parsed.map(({ hostname, port }) => `${hostname || 'localhost'}:${port || 5432}`)
  return `${hosts.join(',')}${parsed[0]?.pathname}`
}

function splitHosts(url: string): readonly string[] {
  const [, beginning = '', hosts = '', rest = ''] = PARTS.exec(url) ?? []
  return hosts.includes(',') ? hosts.split(',').map((host) => `${beginning}${host}${rest}`) : [url]
}
