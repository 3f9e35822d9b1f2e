import { knowAnyCopy } from './any-copy.js'

/** Required in every 401. A browser shows no dialog for this scheme. */
export const CHALLENGE: Readonly<Record<string, string>> = { 'WWW-Authenticate': 'Bearer realm="Plinth"' }

/** One field of a request or a setting that was refused. */
export interface FieldProblem {
  /** Where the problem is: a field's name, or a dotted path below it. Empty for the whole. */
  readonly field: string
  /** What is wrong with it, for people. Never repeats the value. */
  readonly message: string
}

/** What an error may tell beside its code and message. */
export interface PlinthErrorExtras {
  /** Seconds after which a client may try again; sent as `Retry-After`. */
  readonly retryAfter?: number
  /** Field by field, what was wrong. */
  readonly fields?: readonly FieldProblem[]
}

/**
 * An error that a caller is meant to see: its code is part of the interface, its message is for people and holds
 * nothing of a cause. Made by the tables of `defineErrors`; everything else that is thrown reaches a client as a bare
 * 500.
 */
export class PlinthError extends Error {
  override readonly name = 'PlinthError'
  /** Stable and documented in `docs/errors.md`. */
  readonly code: string
  /** The HTTP status that it is answered with. */
  readonly status: number
  /** The same as `status`: what Nest, Koa and others read. */
  readonly statusCode: number
  /** That the message is meant for the caller, as Koa and Nest ask of an error. */
  readonly expose = true
  /** Seconds after which a client may try again. */
  readonly retryAfter: number | undefined
  /** Field by field, what was wrong; in the order of the fields. */
  readonly fields: readonly FieldProblem[] | undefined

  constructor(code: string, status: number, message: string, extras: PlinthErrorExtras = {}) {
    super(message)
    this.code = code
    this.status = status
    this.statusCode = status
    this.retryAfter = extras.retryAfter
    this.fields = extras.fields
  }

  /**
   * The headers of its answer: `WWW-Authenticate` of a 401, `Retry-After` where trying again helps. Express, Fastify
   * and Koa send them by themselves.
   */
  get headers(): Readonly<Record<string, string>> {
    const { retryAfter, status } = this
    return {
      ...(status === 401 && CHALLENGE),
      ...(retryAfter !== undefined && { 'Retry-After': String(Math.ceil(retryAfter)) }),
    }
  }

  /** The body of its answer, but for the id of the request: nothing of a cause or a stack. */
  toJSON(): { readonly message: string; readonly code: string; readonly errors?: readonly FieldProblem[] } {
    const { message, code, fields } = this
    return { message, code, ...(fields && { errors: fields }) }
  }
}

knowAnyCopy(PlinthError, 'PlinthError')
