import type { IncomingMessage } from 'node:http'
import { headerOf, type KeyedRequest } from './api-key.js'
import { clientAddressResolver, proxyTrust } from './edge/client-address.js'
import { httpErrors } from './http-errors.js'

/** One scheme and one host. Several `X-Forwarded-Proto` would make a list, which does not match. */
const ORIGIN = /^https?:\/\/[^\s,@/\\?#]+$/i
/** Names and addresses of the machine itself, as `URL.hostname` has them. */
const LOOPBACK_HOST = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/
const LOOPBACK_ADDRESS = /^(?:::1|(?:::ffff:)?127(?:\.\d+){3})$/i
/** Headers that proxies add. From a proxy that is not trusted, they show only that the client is somewhere else. */
const FORWARDING_HEADERS = ['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto'] as const

/** The origin of the service as a client sees it. */
interface ServiceOrigin {
  /** Scheme, host and port, as browsers send them. */
  readonly origin: string
  readonly isHttps: boolean
  /** Whether its host is a name of the machine itself. */
  readonly isLoopback: boolean
}

/**
 * The rules about the origin of requests with a session cookie. Browsers attach a cookie to requests of any page, so it
 * counts only if the request comes from a page of the service's own origin, over a connection that nobody can read.
 */
export class SameOrigin {
  readonly #hasProxies: boolean
  readonly #isTrusted: (address: string | undefined) => boolean
  readonly #addressOf: (request: IncomingMessage) => string
  /** The last origin, because nearly all requests have the same one, and parsing takes long. */
  #last: { readonly text: string; readonly origin: ServiceOrigin | undefined } = { text: '', origin: undefined }

  constructor(trustedProxies: readonly string[]) {
    this.#hasProxies = trustedProxies.length > 0
    this.#isTrusted = proxyTrust(trustedProxies)
    this.#addressOf = clientAddressResolver(trustedProxies)
  }

  /**
   * Throws `COOKIE_NEEDS_HTTPS` unless a request came by HTTPS or from the machine itself, and `FOREIGN_ORIGIN` if a
   * page of another origin has sent it.
   */
  expect(request: KeyedRequest): void {
    const own = this.#originOf(request)
    const isPrivate = own?.isHttps || (own?.isLoopback && this.#isLocal(request))
    if (!own || !isPrivate) throw httpErrors.COOKIE_NEEDS_HTTPS()
    if (!isSentBy(own.origin, request)) throw httpErrors.FOREIGN_ORIGIN()
  }

  /**
   * Returns the origin of the service as the client sees it; `undefined` if it is unknown. A web `Request` has no
   * socket: the server of the host has determined its URL.
   */
  #originOf(request: KeyedRequest): ServiceOrigin | undefined {
    const { socket, url = '' } = request
    const given = socket === undefined && URL.canParse(url) ? new URL(url) : undefined
    if (socket === undefined && given === undefined) return undefined
    const isForwarded = this.#isForwarded(request)
    const forwarded = (name: string) => (isForwarded ? headerOf(request, name) : undefined)
    const host = forwarded('x-forwarded-host') ?? given?.host ?? headerOf(request, 'host')
    const scheme = forwarded('x-forwarded-proto') ?? given?.protocol.slice(0, -1) ?? schemeOf(socket)
    const origin = `${scheme}://${host ?? headerOf(request, ':authority') ?? ''}`
    if (origin !== this.#last.text) this.#last = { text: origin, origin: parseOrigin(origin) }
    return this.#last.origin
  }

  /** Returns whether a trusted proxy has sent a request. The peer of a web `Request` is unknown. */
  #isForwarded({ socket }: KeyedRequest): boolean {
    return socket === undefined ? this.#hasProxies : this.#isTrusted(socket.remoteAddress)
  }

  #isLocal(request: KeyedRequest): boolean {
    const isProxied = FORWARDING_HEADERS.some((name) => headerOf(request, name) !== undefined)
    if (isProxied && !this.#isForwarded(request)) return false
    return request.socket === undefined || LOOPBACK_ADDRESS.test(this.#addressOf(request as IncomingMessage))
  }
}

function parseOrigin(text: string): ServiceOrigin | undefined {
  if (!ORIGIN.test(text) || !URL.canParse(text)) return undefined
  const { origin, protocol, hostname } = new URL(text)
  return { origin, isHttps: protocol === 'https:', isLoopback: LOOPBACK_HOST.test(hostname) }
}

/**
 * Returns whether a page of the origin `own`, or no page at all, has sent a request. Scripts cannot set `Origin` and
 * `Sec-Fetch-Site`. A request with neither is not from a browser, or it is a same-origin GET from a browser that does
 * not send `Sec-Fetch-Site`.
 */
function isSentBy(own: string, request: KeyedRequest): boolean {
  const [site, origin] = [headerOf(request, 'sec-fetch-site'), headerOf(request, 'origin')]
  if (site !== undefined && site !== 'same-origin') return false
  return origin === undefined || origin === own
}

function schemeOf(socket: object | undefined): 'https' | 'http' {
  return socket !== undefined && 'encrypted' in socket && socket.encrypted === true ? 'https' : 'http'
}
