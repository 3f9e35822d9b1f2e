import { withMappedErrors } from './byte-stream.js'
import { PlinthNetworkError, PlinthUnexpectedResponseError } from './errors.js'
import type { ClientOptions, Fetch } from './options.js'
import { PageKey } from './page-key.js'
import { parseProblem } from './problem.js'
import { isIdempotent, RetryRules } from './retry-rules.js'

/** A call to send. */
export interface Call {
  /** Creates a new request for each attempt. */
  readonly request: () => Request | Promise<Request>
  /** Whether the request can be created more than once; false for a body that can be read only once. */
  readonly canRepeat: boolean
  /** Whether the call is idempotent although its method is not. */
  readonly isIdempotent?: boolean
}

const KEY_HEADER = 'X-API-KEY'
/** The header with the page's part of the key, without which the service ignores the session cookie. */
export const SESSION_HEADER = 'X-Plinth-Session'
/** Characters allowed in a key. fetch would quote any other header value in its error. */
const KEY_PATTERN = /^[\x21-\x7e]+$/

/** Returns whether a value can be sent as a key. */
export function isKey(value: unknown): value is string {
  return typeof value === 'string' && KEY_PATTERN.test(value)
}

/** Sends calls: adds the key, retries where that is safe, and describes network errors. */
export class Connection {
  readonly #fetch: Fetch
  readonly #rules: RetryRules
  /** With a session cookie: the page's part of the key. */
  readonly pageKey: PageKey | undefined
  #key: string | undefined

  constructor({ fetch = (request) => globalThis.fetch(request), key, session, storage, ...retry }: ClientOptions) {
    if (session !== undefined && (session !== 'cookie' || key !== undefined))
      throw new TypeError('The option session must be "cookie" if it is given, and excludes a key.')
    this.pageKey = session && new PageKey(retry.url, storage)
    this.#fetch = fetch
    this.#rules = new RetryRules(retry)
    this.key = key
  }

  get key(): string | undefined {
    return this.#key
  }

  /** Throws a `TypeError` for an invalid key. */
  set key(key: string | undefined) {
    if (key !== undefined && !isKey(key))
      throw new TypeError('The key is empty or contains characters that are not allowed in a key.')
    this.#key = key
  }

  /** Sends a request from openapi-fetch. Retries it only if its body is known to be repeatable. */
  readonly fetch: Fetch = (request) => {
    const type = request.headers.get('Content-Type')
    const canRepeat = type === null || type.startsWith('application/json')
    return this.send({ request: () => (canRepeat ? request.clone() : request), canRepeat })
  }

  /** Like `fetch`, for an idempotent PATCH. */
  readonly fetchIdempotent: Fetch = (request) =>
    this.send({ request: () => request.clone(), canRepeat: true, isIdempotent: true })

  /** Like `fetch`, without retries. */
  readonly fetchOnce: Fetch = (request) => this.send({ request: () => request, canRepeat: false })

  /**
   * Resolves to the last response, whatever its status. Rejects with a `PlinthNetworkError`, with a
   * `PlinthUnexpectedResponseError` for a redirect, or with the reason of the request's signal. With `redirect:
   * 'error'`, only Node distinguishes a redirect from other failures.
   */
  async send({ request: createRequest, canRepeat, isIdempotent: isCallIdempotent = false }: Call): Promise<Response> {
    for (let [retry, waitedS] = [1, 0]; ; retry += 1) {
      const request = await createRequest()
      const response = await this.#exchange(request)
      if (!canRepeat || !this.#rules.isRetryable(response)) return response
      const text = await response.text()
      const next = { retry, waitedS, isIdempotent: isCallIdempotent || isIdempotent(request.method) }
      const seconds = this.#rules.delayBefore(next, response, parseProblem(text)?.code)
      if (seconds === undefined) return new Response(text, response)
      await this.#rules.wait(seconds, request.signal)
      request.signal.throwIfAborted()
      waitedS += seconds
    }
  }

  async #exchange(request: Request): Promise<Response> {
    const { signal } = request
    if (this.#key !== undefined && !request.headers.has(KEY_HEADER)) request.headers.set(KEY_HEADER, this.#key)
    const pageKey = this.pageKey?.value
    if (pageKey !== undefined && !request.headers.has(SESSION_HEADER)) request.headers.set(SESSION_HEADER, pageKey)
    const toError = (error: unknown, problem: string) =>
      signal.aborted
        ? signal.reason
        : new PlinthNetworkError(`${nameOf(request)}: ${problem}${reasonOf(error)}.`, error)
    const response = await this.#fetch(request).catch((error: unknown) => {
      if (isRedirectError(error)) return Response.error()
      throw toError(error, 'the service was not reached, or did not respond')
    })
    if (isRedirect(response))
      throw new PlinthUnexpectedResponseError(response, 'it redirects, and the key must not be sent elsewhere')
    if (!response.body) return response
    return new Response(
      withMappedErrors(response.body, (error) => toError(error, 'the response was cut off')),
      response,
    )
  }
}

/**
 * Returns whether a response is a redirect. fetch never resolves to type `error`: here it marks a rejected redirect.
 */
function isRedirect({ type, status }: Response): boolean {
  return type === 'opaqueredirect' || type === 'error' || (status >= 300 && status < 400)
}

/** Returns whether Node's fetch threw because of a redirect of a request with `redirect: 'error'`. */
function isRedirectError(error: unknown): boolean {
  return error instanceof Error && error.cause instanceof Error && error.cause.message === 'unexpected redirect'
}

/** Returns method and path without the query, which may contain a host's secrets. */
function nameOf({ method, url }: Request): string {
  return `${method} ${new URL(url).pathname}`
}

/** Returns the error code, such as ` (ECONNREFUSED)`, which Node's fetch has in the error's cause. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined
  const code = typeof cause === 'object' && cause !== null && 'code' in cause ? cause.code : undefined
  return typeof code === 'string' ? ` (${code})` : ''
}
