import { recognizeAcrossCopies } from './recognize-across-copies.js'

/** Header required in every 401. Browsers show no login dialog for this scheme. */
export const CHALLENGE: Readonly<Record<string, string>> = { 'WWW-Authenticate': 'Bearer realm="Plinth"' }

/** A problem of one field of a request, or of one setting. */
export interface FieldProblem {
  /** Name or dotted path of the field. Empty for the whole request body. */
  readonly field: string
  /** Description of the problem, for people. Never repeats the value. */
  readonly message: string
}

/** Optional properties of an error. */
export interface PlinthErrorExtras {
  /** Seconds to wait before a retry; sent as `Retry-After`. */
  readonly retryAfter?: number
  /** The problems of each field. */
  readonly fields?: readonly FieldProblem[]
  /** Further headers of the response. */
  readonly headers?: Readonly<Record<string, string>>
}

/**
 * An error that is reported to the caller. Its code is part of the REST API; its message is for people and never
 * contains the cause. Created by the tables of `defineErrors`. Clients see any other error as a 500 without details.
 */
export class PlinthError extends Error {
  override readonly name = 'PlinthError'
  /** Stable and documented in `docs/errors.md`. */
  readonly code: string
  /** The HTTP status of the response. */
  readonly status: number
  /** The same as `status`, for Nest, Koa and others. */
  readonly statusCode: number
  /** Tells Koa and Nest that the message may be sent to the client. */
  readonly expose = true
  /** Seconds to wait before a retry. */
  readonly retryAfter: number | undefined
  /** The problems of each field, in the order of the fields. */
  readonly fields: readonly FieldProblem[] | undefined
  readonly #ownHeaders: Readonly<Record<string, string>> | undefined

  constructor(code: string, status: number, message: string, extras: PlinthErrorExtras = {}) {
    super(message)
    this.code = code
    this.status = status
    this.statusCode = status
    this.retryAfter = extras.retryAfter
    this.fields = extras.fields
    this.#ownHeaders = extras.headers
  }

  /**
   * The headers of the response: `WWW-Authenticate` for a 401, `Retry-After` if `retryAfter` is set, and `Set-Cookie`
   * if a session cookie has ended. Express, Fastify and Koa send them automatically.
   */
  get headers(): Readonly<Record<string, string>> {
    const { retryAfter, status } = this
    return {
      ...(status === 401 && CHALLENGE),
      ...this.#ownHeaders,
      ...(retryAfter !== undefined && { 'Retry-After': String(Math.ceil(retryAfter)) }),
    }
  }

  /** Returns the body of the response without the request id. It has neither a cause nor a stack. */
  toJSON(): { readonly message: string; readonly code: string; readonly errors?: readonly FieldProblem[] } {
    const { message, code, fields } = this
    return { message, code, ...(fields && { errors: fields }) }
  }
}

recognizeAcrossCopies(PlinthError, 'PlinthError')
