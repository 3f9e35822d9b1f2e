import { withNamedFaults } from './byte-stream.js'
import { PlinthAnswerError, PlinthNetworkError } from './errors.js'
import type { ClientOptions, Fetch } from './options.js'
import { problemIn } from './problem.js'
import { isIdempotent, RetryRules } from './retry-rules.js'

/** A call that is to be sent. */
export interface Call {
  /** Makes its request, anew for each try. */
  readonly request: () => Request | Promise<Request>
  /** Whether it may be made more than once; false for a body that is gone once it is read. */
  readonly canRepeat: boolean
  /** Whether doing it twice is doing it once, where its method does not say so. */
  readonly isIdempotent?: boolean
}

const KEY_HEADER = 'X-API-KEY'
/** What a header can carry; fetch repeats everything else in its error. */
const KEY_FORM = /^[\x21-\x7e]+$/

/** Whether a value can be sent as a key. */
export function isKey(value: unknown): value is string {
  return typeof value === 'string' && KEY_FORM.test(value)
}

/** Sends calls: adds the key, waits and tries again where that is safe, and names the faults of the network. */
export class Connection {
  readonly #fetch: Fetch
  readonly #rules: RetryRules
  #key: string | undefined

  constructor({ fetch = (request) => globalThis.fetch(request), key, ...retry }: ClientOptions) {
    this.#fetch = fetch
    this.#rules = new RetryRules(retry)
    this.key = key
  }

  get key(): string | undefined {
    return this.#key
  }

  /** Throws a `TypeError` for what cannot be a key. */
  set key(key: string | undefined) {
    if (key !== undefined && !isKey(key)) throw new TypeError('The key is empty or has characters that no key has.')
    this.#key = key
  }

  /** Sends a request that openapi-fetch has made; again only when it is known that its body can be. */
  readonly fetch: Fetch = (request) => {
    const type = request.headers.get('Content-Type')
    const canRepeat = type === null || type.startsWith('application/json')
    return this.send({ request: () => (canRepeat ? request.clone() : request), canRepeat })
  }

  /** The same for a PATCH that sets what it names, whatever was there: doing it twice is doing it once. */
  readonly fetchIdempotent: Fetch = (request) =>
    this.send({ request: () => request.clone(), canRepeat: true, isIdempotent: true })

  /** The same, once. */
  readonly fetchOnce: Fetch = (request) => this.send({ request: () => request, canRepeat: false })

  /**
   * Resolves to the last answer, whatever its status. Rejects with a `PlinthNetworkError`, with a `PlinthAnswerError`
   * for a redirect, or with the reason of the request's signal. With `redirect: 'error'` only Node tells a redirect
   * from other faults.
   */
  async send({ request: make, canRepeat, isIdempotent: isSafe = false }: Call): Promise<Response> {
    for (let [retry, waited] = [1, 0]; ; retry += 1) {
      const request = await make()
      const response = await this.#exchange(request)
      if (!canRepeat || !this.#rules.isPutOff(response)) return response
      const text = await response.text()
      const next = { retry, waited, mayBeDoneTwice: isSafe || isIdempotent(request.method) }
      const seconds = this.#rules.pauseBefore(next, response, problemIn(text)?.code)
      if (seconds === undefined) return new Response(text, response)
      await this.#rules.wait(seconds, request.signal)
      request.signal.throwIfAborted()
      waited += seconds
    }
  }

  async #exchange(request: Request): Promise<Response> {
    const { signal } = request
    if (this.#key !== undefined && !request.headers.has(KEY_HEADER)) request.headers.set(KEY_HEADER, this.#key)
    const faultOf = (error: unknown, what: string) =>
      signal.aborted ? signal.reason : new PlinthNetworkError(`${nameOf(request)}: ${what}${reasonOf(error)}.`, error)
    const response = await this.#fetch(request).catch((error: unknown) => {
      if (isRedirectFault(error)) return Response.error()
      throw faultOf(error, 'the service was not reached, or did not answer')
    })
    if (isRedirect(response)) throw new PlinthAnswerError(response, 'it redirects, where the key must not follow')
    if (!response.body) return response
    return new Response(
      withNamedFaults(response.body, (error) => faultOf(error, 'the answer was cut off')),
      response,
    )
  }
}

/** Fetch resolves to no response of the type `error`: it stands for a redirect that fetch has refused itself. */
function isRedirect({ type, status }: Response): boolean {
  return type === 'opaqueredirect' || type === 'error' || (status >= 300 && status < 400)
}

/** What Node's fetch throws for a redirect of a request with `redirect: 'error'`. */
function isRedirectFault(error: unknown): boolean {
  return error instanceof Error && error.cause instanceof Error && error.cause.message === 'unexpected redirect'
}

/** Without the query, in which a host may have put anything. */
function nameOf({ method, url }: Request): string {
  return `${method} ${new URL(url).pathname}`
}

/** Node's fetch has the code of the fault in its cause: ` (ECONNREFUSED)`. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined
  const code = typeof cause === 'object' && cause !== null && 'code' in cause ? cause.code : undefined
  return typeof code === 'string' ? ` (${code})` : ''
}
