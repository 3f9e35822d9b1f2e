import type { AnySchema, InferType, ObjectSchema } from 'yup'
import type { AnyErrorKind, ErrorKind } from '../errors/define-errors.js'
import type { Logger } from '../logging/logger.js'
import type { Access, CallerOf } from './access.js'
import type { AnswerOf, Reply, Responses } from './answers/responses.js'
import type { ReceivedFile, Upload } from './upload.js'

type AnyObject = ObjectSchema<object>

type Body<B> = B extends AnyObject ? InferType<B> : B extends Upload ? ReceivedFile : undefined
type Values<S> = S extends AnyObject ? InferType<S> : Record<string, never>

/** What a handler is given; everything in it has been checked. */
export interface RequestOf<Params, Query, B, A extends Access> {
  readonly params: Values<Params>
  readonly query: Values<Query>
  readonly body: Body<B>
  readonly principal: CallerOf<A>
  /** Of this request: `X-Request-Id`. */
  readonly requestId: string
  /** The client's address, by `trustedProxies`. */
  readonly address: string
  /** The header `Accept`, for routes that answer people and programs differently; empty without one. */
  readonly accept: string
  readonly log: Logger
  /** Aborts when the client goes away before the answer is complete. */
  readonly signal: AbortSignal
}

/** One operation of the HTTP interface. It is mounted, guarded, checked and documented from this one object. */
export interface Route<Params, Query, B, A extends Access, R extends Responses> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Below the base path, with `:name` for a parameter; answers with and without a trailing slash. */
  readonly path: string
  /**
   * The name of the operation in the OpenAPI document and in generated clients, such as `addPump`; made of method and
   * path unless given.
   */
  readonly operationId?: string
  /** One line for the API page. */
  readonly summary: string
  /** The group on the API page; the first part of the path unless given. */
  readonly group?: string
  /** More lines for the API page. */
  readonly description?: string
  /** Leaves it out of the OpenAPI document, for what is no operation of an interface: a page and its files. */
  readonly hidden?: boolean
  readonly access: A
  /**
   * The restrictions that do not keep a caller from it, by their errors: a route by which a password is changed is open
   * to who must change theirs first, and one that ends a session is open despite `'all'`. See the point
   * `callerRestrictions`.
   */
  readonly despite?: readonly AnyErrorKind[] | 'all'
  readonly params?: Params
  readonly query?: Query
  /** A yup object for JSON, or `upload(…)`. Unknown fields are refused and nothing is cast. */
  readonly body?: B
  /** A JSON body that works, for the OpenAPI document and the API page. */
  readonly example?: Body<B>
  /** Answers by status. What a handler answers is held against them: anything else is a 500, and an error in tests. */
  readonly responses: R
  /** The headers of its good answers, by name, beside those that every answer has: for the OpenAPI document. */
  readonly headers?: Readonly<Record<string, AnySchema>>
  /** The errors that it may answer with, beside those that every route may. */
  readonly errors?: readonly AnyErrorKind[]
  /** Answers a wrong body in plain text, which this makes of the body; `undefined` when the body is good. */
  readonly plainTextProblem?: (body: Readonly<Record<string, unknown>>) => string | undefined
  /**
   * What is answered instead of `DATABASE_UNAVAILABLE` when the database is not connected: one of its `responses`, or
   * another error. `false` says that the route asks no database.
   */
  readonly databaseAway?: ErrorKind | Reply | false
  /** Returns the body of a 200, or a `Reply`. */
  handle(request: RequestOf<Params, Query, B, A>): AnswerOf<R> | Promise<AnswerOf<R>>
}

/** A route whose types do not matter. */
// biome-ignore lint/suspicious/noExplicitAny: handlers are called with what their own route was checked for
export type AnyRoute = Route<any, any, any, any, any>

/** Declares a route; types flow from its schemas and its access into `handle`. */
export function defineRoute<
  Params extends AnyObject | undefined = undefined,
  Query extends AnyObject | undefined = undefined,
  B extends AnyObject | Upload | undefined = undefined,
  const A extends Access = Access,
  R extends Responses = Responses,
>(route: Route<Params, Query, B, A, R>): Route<Params, Query, B, A, R> {
  return route
}
